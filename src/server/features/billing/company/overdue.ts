import type { EventName } from '../../../../domain/events.ts';
import { graceUntil } from '../../../../domain/billing/lifecycle.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { endThere } from './leaving.ts';
import { settleSubscription } from '../settling/settle.ts';

type Overdue = { userId: string; subscriptionId: string; overdueSince: Date; isNotified: boolean };

/** Maximum number of plans that one statement finds. */
const pageSize = 100;

const overduePlans = (tx: Tx) =>
  tx
    .selectFrom('payment_plans')
    .select(['user_id', 'stripe_subscription_id', 'overdue_since', 'tries_over_told'])
    .where('state', '=', 'past_due');

type Row = Awaited<ReturnType<ReturnType<typeof overduePlans>['execute']>>[number];

function overdueOf(row: Row | undefined): Overdue | null {
  if (!row?.stripe_subscription_id || !row.overdue_since) return null;
  return {
    userId: row.user_id,
    subscriptionId: row.stripe_subscription_id,
    overdueSince: row.overdue_since,
    isNotified: row.tries_over_told?.getTime() === row.overdue_since.getTime(),
  };
}

/** Loads people with an unpaid renewal, after the given one; an empty list at the end. */
export async function findOverdue(tx: Tx, after: string | null): Promise<string[]> {
  let query = overduePlans(tx);
  if (after !== null) query = query.where('user_id', '>', after);
  const rows = await query.orderBy('user_id').limit(pageSize).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Marks that the person was notified that this failed renewal is not tried again. Returns false if that was marked before. */
export async function noteTriesOver(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_plans')
    .set(({ ref }) => ({ tries_over_told: ref('overdue_since') }))
    .where('user_id', '=', userId)
    .where('state', '=', 'past_due')
    .whereRef('tries_over_told', 'is distinct from', 'overdue_since')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function notifyTriesOver({ db, eventsWaiting }: Services, userId: string): Promise<void> {
  const isNews = await db.transaction().execute(async (tx) => {
    if (!(await noteTriesOver(tx, userId))) return false;
    const type: EventName = 'payment-plan.tries-over';
    await tx
      .insertInto('outbox')
      .values({ type, payload: JSON.stringify({ user_id: userId }) })
      .execute();
    return true;
  });
  if (isNews) eventsWaiting();
}

/**
 * Handles a person's unpaid renewal (GAP-55): reads its state again; notifies the person when the payment company stops retrying;
 * ends the payment plan when the grace period is over. A payment that arrives at the same moment wins.
 * @throws PaymentProviderError
 */
export async function lookAfterOverdue(services: Services, userId: string): Promise<void> {
  const { db, payments, clock } = services;
  const find = async () => overdueOf(await overduePlans(db).where('user_id', '=', userId).executeTakeFirst());
  const known = await find();
  if (!payments || !known) return;
  await settleSubscription(services, known.subscriptionId);
  const overdue = await find();
  const subscription = overdue && (await payments.findSubscription(overdue.subscriptionId));
  if (!overdue || !subscription) return;
  if (clock() >= graceUntil(overdue.overdueSince)) {
    await endThere(payments, subscription);
    await settleSubscription(services, overdue.subscriptionId);
    return;
  }
  const { latestInvoiceId } = subscription;
  const invoice =
    overdue.isNotified || latestInvoiceId === null ? null : await payments.findInvoice(latestInvoiceId);
  if (invoice?.status === 'open' && invoice.nextTryAt === null) await notifyTriesOver(services, userId);
}
