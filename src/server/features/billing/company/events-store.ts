import { sql } from 'kysely';
import { subjectOf } from '../../../../domain/billing/payment-company/event-kinds.ts';
import type { EventName, Events } from '../../../../domain/events.ts';
import type { PaymentEvent } from '../../../ports/payments/port.ts';
import type { Database, Tx } from '../../../pipeline/context.ts';

/**
 * Stores verified events, each once, and emits one event of ours for all new events that have to be handled, in the same
 * statement. Returns false if there are none.
 */
export async function keepEvents(db: Database, events: readonly PaymentEvent[], now: Date): Promise<boolean> {
  const type: EventName = 'payment.notified';
  const name: keyof Events['payment.notified'] = 'event_ids';
  const rows = events.map((event) => ({
    id: event.id,
    type: event.type,
    object_id: event.objectId,
    customer_id: event.customerId,
    created_at: event.createdAt,
    waits: subjectOf(event.type) !== null,
  }));
  // In the order of their ids, so that two servers that get the same events do not deadlock.
  const left = await sql`
    with kept as (
      insert into payment_events (id, type, object_id, customer_id, created_at, received_at, handled_at)
      select id, type, object_id, customer_id, created_at, ${now}::timestamptz,
        case when not waits then ${now}::timestamptz end
      from json_to_recordset(${JSON.stringify(rows)}::json) as come (
        id text, type text, object_id text, customer_id text, created_at timestamptz, waits boolean)
      order by id
      on conflict do nothing
      returning id, handled_at
    )
    insert into outbox (type, payload)
    select ${type}, jsonb_build_object(${name}::text, jsonb_agg(id)) from kept
    where handled_at is null having count(*) > 0
    returning id`.execute(db);
  return left.rows.length > 0;
}

/** A stored event of the payment company that is not handled yet. */
export type WaitingEvent = {
  id: string;
  type: string;
  object_id: string | null;
  customer_id: string | null;
};

/** Loads those of some events that are not handled yet, in order of arrival. */
export async function findWaitingEvents(tx: Tx, ids: readonly string[]): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, type, object_id, customer_id from payment_events
    where id = any(${[...ids]}::text[]) and handled_at is null
    order by received_at, id`.execute(tx);
  return rows;
}

export async function noteHandled(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update payment_events set handled_at = ${now}
    where id = any(${[...ids]}::text[]) and handled_at is null`.execute(tx);
}

export async function noteFailures(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update payment_events set failures = least(failures + 1, 30000)
    where id = any(${[...ids]}::text[])`.execute(tx);
}

/** Loads unhandled events from before a time, the oldest first: their job was given up, or payment was off. */
export async function findForgottenEvents(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
