import { subjectOf, type EventSubject } from '../../../../domain/billing/payment-company/event-kinds.ts';
import type { Services } from '../../../pipeline/context.ts';
import { isAway } from '../../../ports/payments/port.ts';
import { findOpenAttemptsOf } from './attempts-due.ts';
import { findWaitingEvents, noteFailures, noteHandled, type WaitingEvent } from './events-store.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { settleCard } from '../cards.ts';
import { settleInvoice, settleSubscription } from '../settling/settle.ts';

/** How long handled events can stay unmarked, in milliseconds: events that a dying process did not mark are read again. */
const unwrittenMs = 1_000;

/** Settings for reading the subject of an event again: the id that events of one subject share, and the call. */
type Reader = {
  /** Returns the id to read; null if the event names none, so that there is nothing to do. */
  idOf: (event: WaitingEvent, openAttempts: ReadonlyMap<string, string>) => string | null;
  read: (services: Services, id: string) => Promise<unknown>;
};

const objectOf = ({ object_id }: WaitingEvent) => object_id;
const customerOf = ({ customer_id }: WaitingEvent) => customer_id;

/** One reader for each subject: an event kind with a new subject does not compile without its reader. */
const readers: Readonly<Record<EventSubject, Reader>> = {
  subscription: { idOf: objectOf, read: settleSubscription },
  invoice: { idOf: objectOf, read: settleInvoice },
  charge: { idOf: objectOf, read: settleCharge },
  card: { idOf: customerOf, read: settleCard },
  intent: {
    idOf: ({ customer_id }, openAttempts) => openAttempts.get(customer_id ?? '') ?? null,
    read: settleAttempt,
  },
};

/** One reading of a subject, and the ids of the events that cause it. */
type Reading = { ids: string[]; read: () => Promise<unknown> };

/** Returns the readings that events require, in order of arrival. Each subject is read once, after all events that name it. */
async function readingsOf(services: Services, events: readonly WaitingEvent[]): Promise<Reading[]> {
  const intents = events.filter(({ type }) => subjectOf(type) === 'intent');
  const customers = intents.map(({ customer_id }) => customer_id).filter((id) => id !== null);
  const openAttempts =
    customers.length > 0 ? await findOpenAttemptsOf(services.db, customers) : new Map<string, string>();

  const readings = new Map<string, Reading>();
  for (const event of events) {
    const subject = subjectOf(event.type);
    const reader = subject === null ? null : readers[subject];
    const id = reader?.idOf(event, openAttempts) ?? null;
    const key = id === null ? 'nothing' : `${subject} ${id}`;
    const known = readings.get(key);
    if (known) known.ids.push(event.id);
    else
      readings.set(key, {
        ids: [event.id],
        read: async () => (reader && id !== null ? reader.read(services, id) : undefined),
      });
  }
  return [...readings.values()];
}

async function settleCharge(services: Services, chargeId: string): Promise<void> {
  const invoice = await services.payments?.invoiceOfCharge(chargeId);
  if (invoice) await settleInvoice(services, invoice.id);
}

/**
 * Handles those of some events that are not handled yet: reads their subjects again. The content of the events is ignored, so
 * neither order nor repetition matters. A failing event does not block the others, except when the payment company is
 * unavailable. A second run changes nothing more. While payment is off, the events stay unhandled.
 * @throws the first failure, after all others were handled; PaymentProviderError `unavailable` at once
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
