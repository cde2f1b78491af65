import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { AppError } from '../../../../domain/errors.ts';
import { transactionList } from '../../../../domain/lists/definitions/transactions.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import { operation } from '../../../pipeline/operation.ts';
import { namedAccount, nothing, ownAccount } from '../../../pipeline/subjects.ts';
import type { Services } from '../../../pipeline/context.ts';
import { findOpenAttempt, findSavedCard } from '../attempts/attempt-store.ts';
import { readInformation } from '../information.ts';
import { findPayer, paymentsOf, providerDown } from '../payer.ts';
import { promotionTries } from '../attempts/orders.ts';
import { settleAttempt } from '../attempts/settle-attempt.ts';
import { findCustomerTypes, findPlanDetail } from './plan-detail-store.ts';
import { findTransactions } from '../transactions-store.ts';

/** Reads the outcome of an open payment when the payment page is visited, if the payment company answers. */
async function settleOpen(services: Services, userId: string): Promise<void> {
  const { payments, db } = services;
  if (payments === null || payments.isDown()) return;
  const attempt = await findOpenAttempt(db, userId);
  if (attempt === undefined || attempt.claimed) return;
  await settleAttempt(services, attempt.id).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
  });
}

/**
 * Loads a person's payment plan and card, and what they can pay for (BILL-01). Works while the payment company does not answer.
 */
export const getPaymentInformation = operation({
  name: 'getPaymentInformation',
  kind: 'read',
  input: z.strictObject({ user_id: z.optional(z.nullable(z.string().check(z.uuid()))) }),
  access: { action: 'billing.read', subject: (input, loading) => namedAccount(input.user_id, loading) },
  prepare: { run: ({ services, subject }) => settleOpen(services, subject.ownerId) },
  run: ({ subject, tx, services, meta }) => readInformation(tx, services, subject.ownerId, meta.language),
});

/** Returns the saved card (API-10), as a list of at most one. */
export const stripeAccounts = operation({
  name: 'stripeAccounts',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'billing.read', subject: ownAccount },
  async run({ subject, tx }) {
    const saved = await findSavedCard(tx, subject.ownerId);
    if (saved === null) return { payment_methods: [] };
    const { payment_method_id: id, ...card } = saved;
    return { payment_methods: [{ id, card }] };
  },
});

/** Returns the person's id and address at the payment company; `id` is null before the first payment. */
export const getStripeCustomer = operation({
  name: 'getStripeCustomer',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'billing.read', subject: ownAccount },
  async run({ subject, tx }) {
    const { customerId, email } = await findPayer(tx, subject.ownerId);
    return { id: customerId, email };
  },
});

/**
 * Loads a promotion by its id or its code (API-12, CON-32); null if there is none. Rate-limited, so that codes cannot be guessed.
 * @throws AppError `rate-limited`; `unavailable` when the payment company does not answer; `forbidden` when payment is off
 */
export const getStripePromotion = operation({
  name: 'getStripePromotion',
  kind: 'read',
  input: z.strictObject({ stripePromotionId: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  access: { action: 'billing.read', subject: ownAccount },
  limit: ({ subject, meta }) => promotionTries(subject.ownerId, meta.address),
  prepare: {
    run: ({ services, input }) =>
      paymentsOf(services)
        .findPromotion(input.stripePromotionId)
        .catch((error: unknown) => {
          throw error instanceof PaymentProviderError ? providerDown() : error;
        }),
  },
  run: async ({ prepared }) => ({ stripePromotion: prepared }),
});

/**
 * Loads a page of payments, newest first (GAP-56, API-60): customers get their own; staff of a provider get what their provider
 * and those below it paid, never what a resident paid; the platform's staff get all. `user_id` and `provider_id` narrow the list.
 */
export const getTransactions = operation({
  name: 'getTransactions',
  kind: 'read',
  input: listInput(transactionList),
  access: { action: 'payments.read', subject: nothing },
  run: ({ input, actor, tx, services, meta }) =>
    findTransactions(tx, services, scopeOf(actor), queryOf(transactionList, input), meta.language),
});

/** Loads the types of customers that payment plans are for (ENT-19, API-60). */
export const getCustomerTypes = operation({
  name: 'getCustomerTypes',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'providers.bill', subject: nothing },
  run: ({ tx }) => findCustomerTypes(tx),
});

/** Loads one payment plan with its type of customer (API-60). @throws AppError `not-found` */
export const getPlanDetail = operation({
  name: 'getPlanDetail',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'providers.bill', subject: nothing },
  async run({ input, tx }) {
    const plan = await findPlanDetail(tx, input.id);
    if (!plan) throw new AppError('not-found');
    return plan;
  },
});
