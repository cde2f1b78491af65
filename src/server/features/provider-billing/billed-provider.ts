import type { Duration } from '../../../domain/billing/providers/billing-terms.ts';
import type { FeeUnit } from '../../../domain/billing/providers/provider-fee.ts';
import type { BilledProvider } from '../../../domain/billing/providers/provider-invoice.ts';
import type { IsoDate } from '../../../domain/fields.ts';

/** Columns of a provider and of its payment plan, as `plan`, that decide about invoices. */
export const billedColumns = [
  'providers.no_of_beds',
  'providers.no_of_customers',
  'providers.subscription_start_date',
  'providers.next_billing_date',
  'providers.billing_anchor',
  'providers.billed_subscription_id',
  'plan.id as plan_id',
  'plan.fee as price',
  'plan.duration',
] as const;

type Row = {
  no_of_beds: number | null;
  no_of_customers: number | null;
  subscription_start_date: IsoDate | null;
  next_billing_date: IsoDate | null;
  billing_anchor: IsoDate | null;
  billed_subscription_id: string | null;
  plan_id: string | null;
  price: number | null;
  duration: Duration | null;
};

/** Returns the number that a provider pays for; without one, both are null. */
export function countedOf({ no_of_beds, no_of_customers }: Pick<Row, 'no_of_beds' | 'no_of_customers'>): {
  unit: FeeUnit | null;
  count: number | null;
} {
  if (no_of_beds !== null) return { unit: 'beds', count: no_of_beds };
  return no_of_customers === null
    ? { unit: null, count: null }
    : { unit: 'customers', count: no_of_customers };
}

/** Returns what a provider is billed for; null without a payment plan. */
export function billedOf(row: Row): BilledProvider | null {
  const { plan_id, price, duration, subscription_start_date: planBegan } = row;
  if (plan_id === null || price === null || planBegan === null) return null;
  return {
    ...{ duration, price, planBegan, ...countedOf(row) },
    // The anchor belongs to the plan that was billed last.
    anchor: row.billed_subscription_id === plan_id ? row.billing_anchor : null,
    nextOn: row.next_billing_date,
  };
}
