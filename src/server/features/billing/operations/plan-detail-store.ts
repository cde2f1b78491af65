import type { IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** A type of customer that payment plans are for (ENT-19). */
export type CustomerType = { id: number; label: string; editable: boolean };

/** A payment plan. `fee` and `partner_fee` are Australian cents. */
export type PlanDetail = {
  id: string;
  name: string;
  fee: number;
  partner_fee: number | null;
  customer_type: CustomerType;
  recurrence: string;
  stripe: boolean;
  stripe_price_id: string | null;
  start_date: IsoDate;
  expiry_date: IsoDate | null;
  scheduled_subscription_id: string | null;
  status: 'active' | 'expired';
  created_at: Date;
};

/** Returns the types of customers, in the order of their ids. */
export const findCustomerTypes = (tx: Tx): Promise<CustomerType[]> =>
  tx.selectFrom('customer_types').select(['id', 'label', 'editable']).orderBy('id').execute();

/** Returns a payment plan by its id; null if there is none. */
export async function findPlanDetail(tx: Tx, id: string): Promise<PlanDetail | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .innerJoin('customer_types', 'customer_types.id', 'subscriptions.customer_type_id')
    .select([
      'subscriptions.id',
      'subscriptions.name',
      'subscriptions.fee',
      'subscriptions.partner_fee',
      'subscriptions.recurrence',
      'subscriptions.stripe',
      'subscriptions.stripe_price_id',
      'subscriptions.start_date',
      'subscriptions.expiry_date',
      'subscriptions.scheduled_subscription_id',
      'subscriptions.status',
      'subscriptions.created_at',
      'customer_types.id as type_id',
      'customer_types.label',
      'customer_types.editable',
    ])
    .where('subscriptions.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { type_id, label, editable, ...plan } = row;
  return { ...plan, customer_type: { id: type_id, label, editable } };
}
