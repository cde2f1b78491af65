import { sql } from 'kysely';
import { providerFee, type FeeUnit } from '../../../../domain/billing/providers/provider-fee.ts';
import { nextInvoiceOn } from '../../../../domain/billing/providers/provider-invoice.ts';
import { trialDaysLeft } from '../../../../domain/billing/trial.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { billedColumns, billedOf, countedOf } from '../billed-provider.ts';

/** Fee and invoices of a provider. Amounts in Australian cents, dates are dates in Melbourne. */
export type ProviderBilling = {
  id: string;
  name: string;
  plan_name: string | null;
  /** Whether the plan's invoices are those of the payment company, to be paid on its page (D-48). */
  at_company: boolean;
  unit: FeeUnit | null;
  count: number | null;
  /** Price of one bed or customer. */
  price: number | null;
  /** Fee of a term. */
  fee: number | null;
  starts_on: IsoDate | null;
  ends_on: IsoDate | null;
  next_billing_date: IsoDate | null;
  trial_ends: IsoDate | null;
  trial_days_left: number | null;
  /** Name of the provider above whose payment plan or trial counts; null if it is the provider's own, or there is none. */
  paid_by: string | null;
  /** Sum of the unpaid invoices that are not overdue. */
  due: number;
  due_on: IsoDate | null;
  overdue: number;
  overdue_since: IsoDate | null;
};

type Owed = { due: number; due_on: IsoDate | null; overdue: number; overdue_since: IsoDate | null };

/**
 * Sums what a provider owes on a date: by date, because a pending invoice is overdue before the nightly run marks it. An invoice
 * that is not made at the payment company yet cannot be paid.
 */
async function findOwed(tx: Tx, id: string, today: IsoDate): Promise<Owed> {
  const { rows } = await sql<Owed>`
    select coalesce(sum(amount - refunded) filter (where due_date >= ${today}), 0)::int as due,
      (min(due_date) filter (where due_date >= ${today}))::text as due_on,
      coalesce(sum(amount - refunded) filter (where due_date < ${today}), 0)::int as overdue,
      (min(due_date) filter (where due_date < ${today}))::text as overdue_since
    from transactions where provider_id = ${id} and status in ('pending', 'overdue')
      and (not at_company or stripe_invoice_id is not null)`.execute(tx);
  return rows[0]!;
}

/** Returns the name of the nearest provider above that has a payment plan or a trial; null if none has. */
async function findPayerAbove(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select above.name from providers own
    cross join lateral unnest(own.path) with ordinality as place(id, depth)
    join providers above on above.id = place.id
    where own.id = ${id} and above.id <> own.id
      and (above.subscription_id is not null or above.trial_expiry_date is not null)
    order by place.depth desc limit 1`.execute(tx);
  return rows[0]?.name ?? null;
}

/** Loads what a provider pays. The provider must exist. */
export async function findProviderBilling(tx: Tx, id: string, today: IsoDate): Promise<ProviderBilling> {
  const row = await tx
    .selectFrom('providers')
    .leftJoin('subscriptions as plan', 'plan.id', 'providers.subscription_id')
    .select([...billedColumns, 'providers.name', 'providers.trial_expiry_date', 'plan.name as plan_name'])
    .select(['plan.expiry_date', 'plan.stripe'])
    .where('providers.id', '=', id)
    .executeTakeFirstOrThrow();
  const billed = billedOf(row);
  const { unit, count } = countedOf(row);
  const trialEnds = row.plan_name === null ? row.trial_expiry_date : null;
  return {
    id,
    name: row.name,
    plan_name: row.plan_name,
    at_company: row.stripe ?? false,
    unit,
    count,
    price: row.price,
    fee: row.price === null ? null : providerFee(count ?? 0, row.price),
    starts_on: row.plan_name === null ? null : row.subscription_start_date,
    ends_on: row.expiry_date,
    next_billing_date: billed && nextInvoiceOn(billed, today),
    trial_ends: trialEnds,
    trial_days_left: trialEnds === null ? null : Math.max(0, trialDaysLeft(trialEnds, today)),
    paid_by: row.plan_name === null && row.trial_expiry_date === null ? await findPayerAbove(tx, id) : null,
    ...(await findOwed(tx, id, today)),
  };
}
