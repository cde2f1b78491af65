import { sql } from 'kysely';
import * as z from 'zod/mini';
import { feeBounds, priceOfOne } from '../../../../../domain/billing/providers/provider-fee.ts';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { feeWords, type FeeRow } from '../../../../../domain/inputs/organisation/provider-fee.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { nothing } from '../../../../pipeline/subjects.ts';
import type { Loading } from '../../../../pipeline/work.ts';
import { findProviderSubject, getProviderById } from '../../profile/store.ts';
import { findSubscriptions, refuseUnknownSubscription, takePriceOfPlan } from './subscriptions.ts';

const id = z.string().check(z.uuid());
const provider = (input: { id: string }, loading: Loading) => findProviderSubject(input.id, loading);

/** Returns the payment plans that a provider can have. */
export const getProviderSubscriptions = operation({
  name: 'getProviderSubscriptions',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'providers.bill', subject: nothing },
  run: ({ tx, now }) => findSubscriptions(tx, melbourneDate(now)),
});

/** Sets another payment plan for a provider, from today on (API-44). @throws AppError `invalid`, `not-found` */
export const updateProviderSubscription = operation({
  name: 'updateProviderSubscription',
  kind: 'write',
  input: z.strictObject({ id, subscription_id: id }),
  access: { action: 'provider.bill', subject: provider },
  async run({ input, subject, tx, now, auditDetails }) {
    const today = melbourneDate(now);
    await refuseUnknownSubscription(tx, input.subscription_id.toLowerCase(), today);
    await tx
      .updateTable('providers')
      .set({
        subscription_id: input.subscription_id,
        subscription_start_date: today,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', subject.providerId)
      .execute();
    await takePriceOfPlan(tx, subject.providerId);
    auditDetails({ provider_id: subject.providerId, subscription_id: input.subscription_id });
    return getProviderById(tx, subject.providerId);
  },
});

const count = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(feeBounds.count))));

/** Loads a provider with the price of its payment plan, if it has one. */
async function findPaid(tx: Tx, id: string): Promise<FeeRow & { version: number }> {
  return tx
    .selectFrom('providers')
    .leftJoin('subscriptions', 'subscriptions.id', 'providers.subscription_id')
    .where('providers.id', '=', id)
    .select([
      'providers.version',
      'providers.no_of_beds',
      'providers.no_of_customers',
      'providers.fee',
      'subscriptions.fee as plan_fee',
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Sets what a provider pays for: the number of its beds or of its customers, never both, together with the fee in Australian
 * cents (API-43). The fee is the price of one bed or customer times their number, with a minimum of one (TRANS-04); with a
 * payment plan the price is the plan's. @throws AppError `invalid`, `not-found`; `conflict` with `details.version` and
 * `details.saved`
 */
export const updateProviderFee = operation({
  name: 'updateProviderFee',
  kind: 'write',
  input: z.strictObject({
    id,
    version: z.optional(z.nullable(z.int())),
    no_of_beds: count,
    no_of_customers: count,
    fee: z.int().check(z.minimum(0), z.maximum(feeBounds.fee)),
  }),
  access: { action: 'provider.bill', subject: provider },
  async run({ input, subject, tx, auditDetails }) {
    const no_of_beds = input.no_of_beds ?? null;
    const no_of_customers = input.no_of_customers ?? null;
    const { version, plan_fee, ...row } = await findPaid(tx, subject.providerId);
    // A save that was based on an older state changes nothing, and its refusal contains the saved values (D-18).
    if ((input.version ?? version) !== version)
      throw new AppError('conflict', { details: { version, saved: feeWords({ ...row, plan_fee }) } });
    if ((no_of_beds === null) === (no_of_customers === null))
      refuseInvalid([{ field: 'counted_by', message: 'providers.fee.countRequired' }]);
    const price = priceOfOne(no_of_beds ?? no_of_customers ?? 0, input.fee);
    if (price === null || (plan_fee !== null && price !== plan_fee))
      refuseInvalid([{ field: 'price', message: 'providers.fee.otherPrice' }]);
    const counted = { no_of_beds, no_of_customers, fee: input.fee };
    await tx
      .updateTable('providers')
      .set({ ...counted, version: sql<number>`version + 1` })
      .where('id', '=', subject.providerId)
      .execute();
    auditDetails({ provider_id: subject.providerId, ...counted });
    return getProviderById(tx, subject.providerId);
  },
});
