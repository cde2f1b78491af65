import { feeBounds, providerFee } from '../../../../../domain/billing/providers/provider-fee.ts';
import { refuseInvalid } from '../../../../../domain/errors.ts';
import type { IsoDate } from '../../../../../domain/fields.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/** A payment plan that a provider can choose. `fee` in Australian cents. */
export type ProviderSubscription = { id: string; name: string; fee: number };

/** Id of the customer type for providers (ENT-19). */
const providerType = 4;

/** More than any installation has. */
const atMost = 100;

/** Selects the payment plans for providers that are for sale on a Melbourne date. */
const offered = (tx: Tx, today: IsoDate) =>
  tx
    .selectFrom('subscriptions')
    .select(['id', 'name', 'fee'])
    .where('customer_type_id', '=', providerType)
    .where('status', '=', 'active')
    .where('start_date', '<=', today)
    .where((where) => where.or([where('expiry_date', 'is', null), where('expiry_date', '>=', today)]));

/** Returns the payment plans that a provider can have, by name. */
export const findSubscriptions = (tx: Tx, today: IsoDate): Promise<ProviderSubscription[]> =>
  offered(tx, today).orderBy('name').orderBy('id').limit(atMost).execute();

/**
 * Refuses an id that is not a payment plan for providers, or not for sale any more; an empty id means no plan. @throws AppError
 * `invalid`
 */
export async function refuseUnknownSubscription(tx: Tx, id: string, today: IsoDate): Promise<void> {
  if (id === '') return;
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  if (isId && (await offered(tx, today).where('id', '=', id).executeTakeFirst())) return;
  refuseInvalid([{ field: 'subscription_id', message: 'error.general_error' }]);
}

/**
 * Updates the fee of a provider after its payment plan changed: the unit price is that of the plan (TRANS-04). A provider without
 * a number of beds or customers, or without a plan, keeps its fee. @throws AppError `invalid` at `subscription_id`
 */
export async function takePriceOfPlan(tx: Tx, providerId: string): Promise<void> {
  const found = await tx
    .selectFrom('providers')
    .innerJoin('subscriptions', 'subscriptions.id', 'providers.subscription_id')
    .where('providers.id', '=', providerId)
    .select(['providers.no_of_beds', 'providers.no_of_customers', 'subscriptions.fee as price'])
    .executeTakeFirst();
  const count = found?.no_of_beds ?? found?.no_of_customers ?? null;
  if (!found || count === null) return;
  const fee = providerFee(count, found.price);
  if (fee > feeBounds.fee) refuseInvalid([{ field: 'subscription_id', message: 'providers.fee.tooLarge' }]);
  await tx.updateTable('providers').set({ fee }).where('id', '=', providerId).execute();
}
