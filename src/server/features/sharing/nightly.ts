import { sql } from 'kysely';
import type { EventName } from '../../../domain/events.ts';
import { nightlyBounds } from '../../../domain/contacts/request.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** Maximum number of requests in one statement. */
const batchSize = 500;

type Due = 'contact.reminder-due' | 'contact.expired';

/**
 * Emits the events for mails about unanswered requests: to the contact once, a week after the request, and to the owner when the
 * request has expired. Marking and emitting are one statement, so each mail is due only once, even after a crash or with several
 * processes. Returns the number of events.
 */
export async function makeContactMailsDue({
  db,
  clock,
  eventsWaiting,
}: Pick<Services, 'db' | 'clock' | 'eventsWaiting'>): Promise<number> {
  let total = 0;
  for (const event of ['contact.reminder-due', 'contact.expired'] as const)
    for (;;) {
      const due = await takeBatch(db, event, clock());
      total += due;
      if (due < batchSize) break;
    }
  if (total > 0) eventsWaiting();
  return total;
}

/** Skips requests without a link: they are older than the mails, and were never mailed. */
async function takeBatch(tx: Tx, event: Due & EventName, now: Date): Promise<number> {
  const { remindBefore, endedBefore } = nightlyBounds(now);
  const isReminder = event === 'contact.reminder-due';
  const condition = isReminder
    ? sql`coalesce(c.asked_at, c.created_at) <= ${remindBefore} and coalesce(c.asked_at, c.created_at) > ${endedBefore}
        and c.reminded_at is null`
    : sql`coalesce(c.asked_at, c.created_at) <= ${endedBefore} and c.expiry_told_at is null`;
  const change = isReminder ? sql`reminded_at = ${now}` : sql`expiry_told_at = ${now}`;
  const { rows } = await sql<{ count: number }>`
    with due as (
      select c.id
      from trusted_contacts c join users u on u.id = c.user_id
      where c.status = 'pending' and c.request_link is not null and u.status in ('active', 'invited')
        and u.delete_on is null and ${condition}
      order by c.id
      limit ${batchSize}
      for update of c skip locked
    ), noted as (
      update trusted_contacts set ${change} from due where trusted_contacts.id = due.id
      returning trusted_contacts.id, trusted_contacts.user_id
    ), notified as (
      insert into outbox (type, payload)
      select ${event}, jsonb_build_object('user_id', user_id, 'contact_id', id) from noted
      returning 1
    )
    select count(*)::int as count from notified`.execute(tx);
  return rows[0]?.count ?? 0;
}
