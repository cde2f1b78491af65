import { sql } from 'kysely';
import { melbourneDate } from '../../../../domain/fields.ts';
import { lookAgainMonths } from '../../../../domain/plan/look-again.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { hasRemindersHeld } from '../conversations/store.ts';

/**
 * Bounds of a run: old plans in one statement, and mails. The plans that have waited longest come first; the others wait for the next
 * night.
 */
export type ReviewBounds = { batchSize?: number; mailsAtMost?: number };

/** The last plan of a batch, after which the next one begins. */
type Place = { since: string; userId: string };

type Batch = { mailed: number; last: Place | null };

const start: Place = { since: '-infinity', userId: '00000000-0000-0000-0000-000000000000' };

/**
 * Makes the mails due that remind people to review their plan: a year after they signed it, changed it or confirmed it as still
 * right, and a year after the last such mail. Not while the account is not in use or is to be deleted, while the plan is locked or
 * external, and while the person does not want to be reminded. Marking and emitting are one statement, so a mail is due only once, also
 * with several processes. Returns the number of mails.
 */
export async function makeReviewsDue(
  { db, clock, eventsWaiting }: Pick<Services, 'db' | 'clock' | 'eventsWaiting'>,
  { batchSize = 500, mailsAtMost = 5_000 }: ReviewBounds = {},
): Promise<number> {
  let total = 0;
  let after: Place | null = start;
  while (after !== null && total < mailsAtMost) {
    const { mailed, last }: Batch = await takeBatch(db, clock(), after, {
      batchSize,
      mailsAtMost: mailsAtMost - total,
    });
    total += mailed;
    after = last;
  }
  if (total > 0) eventsWaiting();
  return total;
}

/** Old plans are read along the index of the view "Look at it again". */
async function takeBatch(tx: Tx, now: Date, after: Place, bounds: Required<ReviewBounds>): Promise<Batch> {
  const yearBefore = sql`${now.toISOString()}::timestamptz - ${`${lookAgainMonths} months`}::interval`;
  const { rows } = await sql<{ mailed: number; since: string | null; user_id: string | null }>`
    with old as materialized (
      select user_id, plan_since from customer_list
      where plan = 'complete' and not review and status <> 'archived' and plan_since <= ${yearBefore}
        and (plan_since, user_id) > (${after.since}::timestamptz, ${after.userId}::uuid)
      order by plan_since, user_id
      limit ${bounds.batchSize}
    ), due as (
      select users.id
      from old join users on users.id = old.user_id
        join acps on acps.user_id = users.id and acps.type = 'active'
      where users.status = 'active' and users.delete_on is null and users.removal_requested_at is null
        and (users.review_mailed_at is null or users.review_mailed_at <= ${yearBefore})
        and acps.status = 'complete' and not acps.locked and not acps.external
        and not ${hasRemindersHeld('users.id', melbourneDate(now))}
      order by old.plan_since, users.id
      limit ${bounds.mailsAtMost}
      for update of users skip locked
    ), noted as (
      update users set review_mailed_at = ${now} from due where users.id = due.id returning users.id
    ), notified as (
      insert into outbox (type, payload) select 'plan.review-due', jsonb_build_object('user_id', id) from noted
      returning 1
    )
    select (select count(*)::int from notified) as mailed, last.plan_since::text as since, last.user_id
    from (select 1) one left join (select * from old order by plan_since desc, user_id desc limit 1) last on true`.execute(
    tx,
  );
  const { mailed = 0, since = null, user_id = null } = rows[0] ?? {};
  return { mailed, last: since === null || user_id === null ? null : { since, userId: user_id } };
}
