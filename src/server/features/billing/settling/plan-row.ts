import type { Selectable } from 'kysely';
import type { PlanState } from '../../../../domain/billing/lifecycle.ts';
import type { PaymentPlansTable } from '../../../db/tables/billing.ts';
import type { Tx } from '../../../pipeline/context.ts';

const planOf = (row: Selectable<PaymentPlansTable>): PlanState => ({
  state: row.state,
  planId: row.subscription_id,
  subscriptionId: row.stripe_subscription_id,
  invoiceId: row.stripe_invoice_id,
  since: row.since,
  periodEnd: row.period_end,
  cancelAtPeriodEnd: row.cancel_at_period_end,
  endedAt: row.ended_at,
  overdueSince: row.overdue_since,
  overdueAmount: row.overdue_amount,
  nextAmount: row.next_amount,
  promotion:
    row.promotion_code === null
      ? null
      : {
          code: row.promotion_code,
          coupon: {
            amount_off: row.promotion_amount_off,
            percent_off: row.promotion_percent_off,
          },
        },
  readAt: row.read_at ?? row.updated_at,
});

/** Loads the current or last payment plan of a person; null if there never was one. */
export async function findPlan(tx: Tx, userId: string): Promise<PlanState | null> {
  const row = await tx
    .selectFrom('payment_plans')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? planOf(row) : null;
}

/** Saves a person's payment plan. */
export async function keepPlan(tx: Tx, userId: string, plan: PlanState, now: Date): Promise<void> {
  const values = {
    subscription_id: plan.planId,
    stripe_subscription_id: plan.subscriptionId,
    stripe_invoice_id: plan.invoiceId,
    state: plan.state,
    since: plan.since,
    period_end: plan.periodEnd,
    cancel_at_period_end: plan.cancelAtPeriodEnd,
    ended_at: plan.endedAt,
    overdue_since: plan.overdueSince,
    overdue_amount: plan.overdueAmount,
    next_amount: plan.nextAmount,
    promotion_code: plan.promotion?.code ?? null,
    promotion_amount_off: plan.promotion?.coupon.amount_off ?? null,
    promotion_percent_off: plan.promotion?.coupon.percent_off ?? null,
    read_at: plan.readAt,
    updated_at: now,
  };
  await tx
    .insertInto('payment_plans')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
