import { subjectOf } from '../../../../domain/billing/event-kinds.ts';
import type { Services } from '../../../pipeline/context.ts';
import { isAway } from '../../../ports/payments/port.ts';
import { findOpenAttemptsOf } from './attempts-due.ts';
import { findWaitingEvents, noteFailures, noteHandled, type WaitingEvent } from './events-store.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { settleCard } from '../cards.ts';
import { settleInvoice, settleSubscription } from '../settling/settle.ts';

/** How long events that are handled may stay unwritten, in milliseconds: a process that dies leaves them to be read again. */
const unwrittenMs = 1_000;

/** Something to read again, and the events that named it. */
type Reading = { ids: string[]; read: () => Promise<unknown> };

/**
 * What events name, each thing once, in the order in which they came. One reading is enough for all of them, because it follows all.
 */
async function readingsOf(services: Services, events: readonly WaitingEvent[]): Promise<Reading[]> {
  const intents = events.filter(({ type }) => subjectOf(type) === 'intent');
  const customers = intents.map(({ customer_id }) => customer_id).filter((id) => id !== null);
  const attempts =
    customers.length > 0 ? await findOpenAttemptsOf(services.db, customers) : new Map<string, string>();

  function readingOf({ type, object_id: object, customer_id: customer }: WaitingEvent) {
    const subject = subjectOf(type);
    const attempt = customer === null ? undefined : attempts.get(customer);
    if (subject === 'subscription' && object)
      return { name: `${subject} ${object}`, read: () => settleSubscription(services, object) };
    if (subject === 'invoice' && object)
      return { name: `${subject} ${object}`, read: () => settleInvoice(services, object) };
    if (subject === 'charge' && object)
      return { name: `${subject} ${object}`, read: () => settleCharge(services, object) };
    if (subject === 'card' && customer)
      return { name: `${subject} ${customer}`, read: () => settleCard(services, customer) };
    if (subject === 'intent' && attempt)
      return { name: `${subject} ${attempt}`, read: () => settleAttempt(services, attempt) };
    return { name: 'nothing', read: () => Promise.resolve() };
  }

  const readings = new Map<string, Reading>();
  for (const event of events) {
    const { name, read } = readingOf(event);
    const known = readings.get(name);
    if (known) known.ids.push(event.id);
    else readings.set(name, { ids: [event.id], read });
  }
  return [...readings.values()];
}

async function settleCharge(services: Services, chargeId: string): Promise<void> {
  const invoice = await services.payments?.invoiceOfCharge(chargeId);
  if (invoice) await settleInvoice(services, invoice.id);
}

/**
 * Does what those of some events ask for that still wait: what they are about is read again. What they said themselves counts for
 * nothing, so neither order nor repetition matters. One that fails holds up no other, except where the payment company is away.
 * Run twice, it changes nothing more. While payment is off they wait on.
 * @throws what the first failure was, after all others were handled; PaymentProviderError `unavailable` at once
 */
export async function handleEvents(services: Services, eventIds: readonly string[]): Promise<void> {
  const { db, clock, payments } = services;
  if (payments === null) return;
  const readings = await readingsOf(services, await findWaitingEvents(db, eventIds));
  let handled: string[] = [];
  let written = performance.now();
  const write = async () => {
    if (handled.length > 0) await noteHandled(db, handled, clock());
    handled = [];
    written = performance.now();
  };
  const failures: unknown[] = [];
  for (const { ids, read } of readings) {
    try {
      await read();
      handled.push(...ids);
    } catch (error) {
      failures.push(error);
      await noteFailures(db, ids);
      if (isAway(error)) break;
    }
    if (performance.now() - written > unwrittenMs) await write();
  }
  await write();
  if (failures.length > 0) throw failures.find(isAway) ?? failures[0];
}
