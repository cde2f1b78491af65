import { sql } from 'kysely';
import type { EventName, Events } from '../../../../domain/events.ts';
import type { PaymentEvent } from '../../../ports/payments/port.ts';
import type { Database, Tx } from '../../../pipeline/context.ts';

/** Keeps a verified event and leaves word of it, in one statement. False for one that was kept before. */
export async function keepEvent(db: Database, event: PaymentEvent, now: Date): Promise<boolean> {
  const type: EventName = 'payment.notified';
  const name: keyof Events['payment.notified'] = 'event_id';
  const { rows } = await sql`
    with kept as (
      insert into payment_events (id, type, object_id, customer_id, created_at, received_at)
      values (${event.id}, ${event.type}, ${event.objectId}, ${event.customerId}, ${event.createdAt}, ${now})
      on conflict do nothing
      returning id
    )
    insert into outbox (type, payload) select ${type}, jsonb_build_object(${name}::text, id) from kept
    returning id`.execute(db);
  return rows.length > 0;
}

/** An event that waits; null for one that was handled or is unknown. */
export async function findWaitingEvent(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('payment_events')
    .select(['id', 'type', 'object_id', 'customer_id'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function noteHandled(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('payment_events').set({ handled_at: now }).where('id', '=', id).execute();
}

export async function noteFailure(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ failures: sql<number>`least(failures + 1, 30000)` })
    .where('id', '=', id)
    .execute();
}

/** Events of before a moment that still wait, the oldest first: their job was given up, or payment was off. */
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
