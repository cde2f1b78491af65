import { sql } from 'kysely';
import type { EventName, Events } from '../../../../domain/events.ts';
import { timeZone } from '../../../../domain/fields.ts';
import type { Database } from '../../../pipeline/context.ts';

/** Days before a renewal, or before a card expires ahead of it, when a mail announces it. */
export const daysBefore = { renewal: 14, card: 30 } as const;

/** Maximum number of people in one statement. */
const batchSize = 500;

type Notice = {
  event: 'payment-plan.renewal-soon' | 'payment.card-expiring';
  /** Column that stores the renewal for which the mail was already sent. */
  sentColumn: 'renewal_mail_for' | 'card_mail_for';
  days: number;
};

const notices: readonly Notice[] = [
  { event: 'payment-plan.renewal-soon', sentColumn: 'renewal_mail_for', days: daysBefore.renewal },
  { event: 'payment.card-expiring', sentColumn: 'card_mail_for', days: daysBefore.card },
];

/**
 * Emits an event for each person whose payment plan renews soon, and for each person whose card expires before the renewal. The
 * mark and the event commit together, so that each renewal is announced only once. Dates are dates in Melbourne, so daylight
 * saving does not shift them.
 */
export async function makePaymentMailsDue({
  db,
  clock,
}: {
  db: Database;
  clock: () => Date;
}): Promise<number> {
  const now = clock();
  let total = 0;
  for (const notice of notices)
    for (;;) {
      const count = await leave(db, notice, now);
      total += count;
      if (count < batchSize) break;
    }
  return total;
}

async function leave(db: Database, { event, sentColumn, days }: Notice, now: Date): Promise<number> {
  const renewal = sql`(plan.period_end at time zone ${timeZone})::date`;
  const userId: keyof Events[Notice['event']] = 'user_id';
  const on: keyof Events[Notice['event']] = 'on';
  const cardIsOver = sql`exists (select from payment_cards card where card.user_id = plan.user_id
    and make_date(card.exp_year, card.exp_month, 1) + interval '1 month' <= ${renewal})`;
  const { rows } = await sql<{ count: number }>`
    with notified as (
      update payment_plans set ${sql.ref(sentColumn)} = due.renewal
      from (
        select plan.user_id, ${renewal} as renewal from payment_plans plan
        where plan.state = 'active' and not plan.cancel_at_period_end and plan.next_amount > 0
          and plan.period_end > ${now}
          and plan.period_end < ${now}::timestamptz + make_interval(days => ${days + 1})
          and ${renewal} <= (${now}::timestamptz at time zone ${timeZone})::date + ${days}::int
          and plan.${sql.ref(sentColumn)} is distinct from ${renewal}
          and ${event === 'payment.card-expiring' ? cardIsOver : sql`true`}
        order by plan.period_end limit ${batchSize} for update skip locked
      ) due
      where payment_plans.user_id = due.user_id
      returning payment_plans.user_id, due.renewal
    ), left_behind as (
      insert into outbox (type, payload)
      select ${event satisfies EventName}, jsonb_build_object(${userId}::text, user_id, ${on}::text, renewal) from notified
    )
    select count(*)::int as count from notified`.execute(db);
  return rows[0]?.count ?? 0;
}
