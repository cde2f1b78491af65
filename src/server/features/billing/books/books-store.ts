import { sql } from 'kysely';
import type {
  Drift,
  InvoiceHere,
  SubscriptionHere,
} from '../../../../domain/billing/payment-company/drift.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Number of rows that one statement reads. */
export const pageSize = 100;

/** Loads our payment plans of subscriptions, keyed by the payment company's ids. */
export async function plansOf(
  tx: Tx,
  subscriptionIds: readonly string[],
): Promise<Map<string, SubscriptionHere>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('payment_plans')
    .select(['stripe_subscription_id', 'state', 'period_end', 'cancel_at_period_end'])
    .where('stripe_subscription_id', 'in', subscriptionIds)
    .execute();
  return new Map(
    rows.map((row) => [
      row.stripe_subscription_id ?? '',
      { state: row.state, periodEnd: row.period_end, cancelAtPeriodEnd: row.cancel_at_period_end },
    ]),
  );
}

/** Loads our rows of invoices, keyed by the payment company's ids. */
export async function invoicesHere(tx: Tx, invoiceIds: readonly string[]): Promise<Map<string, InvoiceHere>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('transactions')
    .select(['stripe_invoice_id', 'status', 'amount', 'refunded'])
    .where('stripe_invoice_id', 'in', invoiceIds)
    .execute();
  return new Map(rows.map(({ stripe_invoice_id, ...row }) => [stripe_invoice_id ?? '', row]));
}

/** Stores when payment plans were last compared. */
export async function noteCompared(tx: Tx, subscriptionIds: readonly string[], at: Date): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await tx
    .updateTable('payment_plans')
    .set({ reconciled_at: at })
    .where('stripe_subscription_id', 'in', subscriptionIds)
    .execute();
}

/** Loads our active subscriptions that were not compared since a time, because the payment company did not list them. */
export async function findUnlisted(tx: Tx, since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_plans')
    .select('stripe_subscription_id')
    .where('state', '<>', 'ended')
    .where('stripe_subscription_id', 'is not', null)
    .where(({ eb, or }) => or([eb('reconciled_at', 'is', null), eb('reconciled_at', '<', since)]))
    .orderBy('reconciled_at', (order) => order.asc().nullsFirst())
    .orderBy('user_id')
    .limit(pageSize)
    .execute();
  return rows.flatMap(({ stripe_subscription_id }) => stripe_subscription_id ?? []);
}

/** Loads invoices in our books since a day, after the given one; an empty list at the end. */
export async function findInvoicesSince(tx: Tx, since: IsoDate, after: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('transactions')
    .select('stripe_invoice_id')
    .where('stripe_invoice_id', '>', after)
    .where('invoice_date', '>=', since)
    .orderBy('stripe_invoice_id')
    .limit(pageSize)
    .execute();
  return rows.flatMap(({ stripe_invoice_id }) => stripe_invoice_id ?? []);
}

/** Loads invoices of providers that were to be made at the payment company before a time and are not, after the given id. */
export async function findNotMade(tx: Tx, before: Date, after: string | null): Promise<string[]> {
  let query = tx
    .selectFrom('transactions')
    .select('id')
    .where('at_company', '=', true)
    .where('stripe_invoice_id', 'is', null)
    .where('created_at', '<', before);
  if (after !== null) query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(pageSize).execute();
  return rows.map(({ id }) => id);
}

/** Returns the status of an invoice of a provider that is not made at the payment company; null if it is made, or unknown. */
export async function statusOfNotMade(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('transactions')
    .select('status')
    .where('id', '=', id)
    .where('at_company', '=', true)
    .where('stripe_invoice_id', 'is', null)
    .executeTakeFirst();
  return row?.status ?? null;
}

/** Returns which of some customers are being deleted at the payment company. */
export async function findLeavingAmong(tx: Tx, customerIds: readonly string[]): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('payment_customers_leaving')
    .select('stripe_customer_id')
    .where('stripe_customer_id', 'in', customerIds)
    .execute();
  return new Set(rows.map(({ stripe_customer_id }) => stripe_customer_id));
}

/** Stores a difference, once as long as it exists. */
export async function keepDrift(tx: Tx, drift: Drift, customerId: string | null, now: Date): Promise<void> {
  const { kind, objectId, here, there } = drift;
  await sql`
    insert into payment_drifts (kind, user_id, object_id, here, there, found_at)
    select ${kind}, (select id from users where stripe_customer_id = ${customerId}), ${objectId}, ${here}, ${there}, ${now}
    where not exists (
      select from payment_drifts where kind = ${kind} and object_id = ${objectId} and mended_at is null)
    on conflict do nothing`.execute(tx);
}

/** Loads the subjects of earlier differences that may still exist, after the given one. */
export async function findOpenDrifts(tx: Tx, after: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_drifts')
    .select('object_id')
    .distinct()
    .where('mended_at', 'is', null)
    .where('object_id', '>', after)
    .orderBy('object_id')
    .limit(pageSize)
    .execute();
  return rows.map(({ object_id }) => object_id);
}

/** Marks the differences of an object as resolved, except for the given kinds. */
export async function noteMended(
  tx: Tx,
  objectId: string,
  still: readonly string[],
  now: Date,
): Promise<void> {
  let query = tx
    .updateTable('payment_drifts')
    .set({ mended_at: now })
    .where('object_id', '=', objectId)
    .where('mended_at', 'is', null);
  if (still.length > 0) query = query.where('kind', 'not in', still);
  await query.execute();
}

/** Counts the current differences. */
export async function countDrifts(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('payment_drifts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mended_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
}
