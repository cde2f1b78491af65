import { subjectOf } from '../../../../domain/billing/event-kinds.ts';
import type { Services } from '../../../pipeline/context.ts';
import { findOpenAttemptOf } from './attempts-due.ts';
import { findWaitingEvent, noteFailure, noteHandled } from './events-store.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { settleCard } from '../cards.ts';
import { settleInvoice, settleSubscription } from '../settling/settle.ts';

/** Kinds that were told of before: the log gets one line for each, in each process. At most as many as a company has kinds. */
const toldOf = new Set<string>();
const toldAtMost = 500;

/** Reads again what an event is about. What it said itself counts for nothing, so neither order nor repetition matters. */
async function readAgain(
  services: Services,
  event: { type: string; object_id: string | null; customer_id: string | null },
): Promise<void> {
  const { object_id: objectId, customer_id: customerId } = event;
  const subject = subjectOf(event.type);
  if (subject === 'subscription' && objectId) await settleSubscription(services, objectId);
  else if (subject === 'invoice' && objectId) await settleInvoice(services, objectId);
  else if (subject === 'charge' && objectId) {
    const invoice = await services.payments?.invoiceOfCharge(objectId);
    if (invoice) await settleInvoice(services, invoice.id);
  } else if (subject === 'card' && customerId) await settleCard(services, customerId);
  else if (subject === 'intent' && customerId) {
    const attempt = await findOpenAttemptOf(services.db, customerId);
    if (attempt) await settleAttempt(services, attempt);
  }
}

/**
 * Does what an event of the payment company asks for, once it waits. Run twice, it changes nothing more. While payment is off it waits on.
 * @throws PaymentProviderError while the payment company does not answer
 */
export async function handleEvent(
  services: Services,
  eventId: string,
  log: (message: string) => void,
): Promise<void> {
  const { db, clock, payments } = services;
  if (payments === null) return;
  const event = await findWaitingEvent(db, eventId);
  if (!event) return;
  if (subjectOf(event.type) === null && !toldOf.has(event.type) && toldOf.size < toldAtMost) {
    toldOf.add(event.type);
    log(`An event of a kind that nothing is done about came from the payment company (${event.type}).`);
  }
  try {
    await readAgain(services, event);
  } catch (error) {
    await noteFailure(db, eventId);
    throw error;
  }
  await noteHandled(db, eventId, clock());
}
