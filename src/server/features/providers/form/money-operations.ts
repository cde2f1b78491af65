import { sql } from 'kysely';
import * as z from 'zod/mini';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { findProviderSubject, getProviderById } from '../profile/store.ts';
import { findSubscriptions, refuseUnknownSubscription } from './subscriptions.ts';

const id = z.string().check(z.uuid());
const provider = (input: { id: string }, loading: Loading) => findProviderSubject(input.id, loading);

/** The payment plans that a provider may be given. */
export const getProviderSubscriptions = operation({
  name: 'getProviderSubscriptions',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'providers.bill', subject: nothing },
  run: ({ tx, now }) => findSubscriptions(tx, melbourneDate(now)),
});

/** Gives a provider another payment plan, from today on (API-44). @throws AppError `invalid`, `not-found` */
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
    auditDetails({ provider_id: subject.providerId, subscription_id: input.subscription_id });
    return getProviderById(tx, subject.providerId);
  },
});

const count = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))));

/**
 * Sets what a provider pays for: the number of its beds or of its customers, never both, together with the fee in Australian cents
 * (API-43). @throws AppError `invalid`, `not-found`
 */
export const updateProviderFee = operation({
  name: 'updateProviderFee',
  kind: 'write',
  input: z.strictObject({
    id,
    no_of_beds: count,
    no_of_customers: count,
    fee: z.int().check(z.minimum(0), z.maximum(100_000_000)),
  }),
  access: { action: 'provider.bill', subject: provider },
  async run({ input, subject, tx, auditDetails }) {
    const no_of_beds = input.no_of_beds ?? null;
    const no_of_customers = input.no_of_customers ?? null;
    if ((no_of_beds === null) === (no_of_customers === null))
      refuseInvalid([{ field: 'no_of_beds', message: 'error.general_error' }]);
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
