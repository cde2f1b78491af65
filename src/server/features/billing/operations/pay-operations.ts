import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import type { Asked } from '../../../pipeline/work.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import {
  claimAttempt,
  findAttemptOfKey,
  findLatestAttempt,
  findOpenAttempt,
  findSavedCard,
} from '../attempts/attempt-store.ts';
import { beginPaying, requestOf, type Order } from '../attempts/begin.ts';
import { claimOf, ClaimLost, untilFree, type Claim } from '../attempts/claim.ts';
import { giveUpAttempt } from '../attempts/give-up.ts';
import { readInformation } from '../information.ts';
import { payAttempt, answerWith } from '../attempts/pay.ts';
import { findPayer, paymentsOf, providerDown, refuseCovered, refusedAt } from '../payer.ts';
import { findPlan } from '../settling/plan-row.ts';
import { providerId } from '../provider-id.ts';
import { paid, unknownOutcome, type PaymentResult } from '../results.ts';
import { refuseUnfitCard } from '../saving-cards.ts';
import { planOrder, promotionTries, orderInput, type PlanOrder } from '../attempts/orders.ts';

const key = z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[!-~]*$/));

type Caller = { ownerId: string };

type Asking<Input> = Pick<Asked<Input, Caller>, 'input' | 'subject' | 'services' | 'meta' | 'consume'>;

/** Runs the work on a claim, and always releases the claim afterwards. */
async function working(claim: Claim, work: () => Promise<PaymentResult>): Promise<PaymentResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClaimLost) return unknownOutcome;
    throw error;
  } finally {
    await claim.release();
  }
}

/** Counts a payment for the rate limit. Calls that wait for another one, or get its result, do not count. */
const countTry = ({ subject, meta, consume }: Asking<unknown>): Promise<void> =>
  consume([
    { counted: ['payment:account', subject.ownerId], counts: 'always' },
    { counted: ['payment:address', meta.address], counts: 'always' },
  ]);

type PayCall = { idempotency_key: string; paymentMethodId?: string | null | undefined };

async function payFor(
  asking: Asking<PayCall>,
  order: Order & { start: PlanOrder['start'] | null },
): Promise<PaymentResult> {
  const { input: call, services, subject } = asking;
  const userId = subject.ownerId;
  const { idempotency_key, ...asked } = call;
  const saved = await findSavedCard(services.db, userId);
  const cardId = call.paymentMethodId ?? null;
  if (order.attempt.total > 0) {
    if (cardId === null && saved === null && !(await findOpenAttempt(services.db, userId)))
      throw refusedAt('paymentMethodId', 'error.payment.cardNumber');
    if (cardId !== null && cardId !== saved?.payment_method_id) {
      const { customerId } = await findPayer(services.db, userId);
      await refuseUnfitCard(services, 'paymentMethodId', { paymentMethodId: cardId, customerId });
    }
  }
  const claim = await beginPaying(services, userId, order, requestOf(idempotency_key, asked)).catch(
    (error: unknown) => {
      throw error instanceof PaymentProviderError && error.code === 'unavailable' ? providerDown() : error;
    },
  );
  if (claim === 'paid') return paid;
  if (claim === 'busy') return unknownOutcome;
  const payer = await findPayer(services.db, userId);
  return working(claim, async () => {
    await countTry(asking);
    return payAttempt(services, payer, claim, order.start, cardId);
  });
}

/**
 * Pays for a payment plan (API-11), with a card that was just entered in the browser or with the saved one. Reloads, other tabs
 * and other devices continue the one open payment; repeating a call returns the same result. The attempt is committed before the
 * first request to the payment company.
 * @throws AppError `invalid` at the field, also when it is paid already; `idempotency-mismatch`; `rate-limited`; `unavailable`
 * when nothing can have been charged; `forbidden` when payment is off or a provider pays
 */
export const subscribeCustomer = operation({
  name: 'subscribeCustomer',
  kind: 'write',
  input: z.strictObject({
    ...orderInput,
    paymentMethodId: z.optional(z.nullable(providerId)),
    idempotency_key: key,
  }),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: {
    async run(asked) {
      const { input, subject, services, meta, consume } = asked;
      const payer = await findPayer(services.db, subject.ownerId);
      paymentsOf(services);
      refuseCovered(payer);
      if (input.promotionId) await consume(promotionTries(payer.userId, meta.address));
      return payFor(asked, await planOrder(services, payer, input));
    },
  },
  async run({ prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status });
    return prepared;
  },
});

/** Loads the payment attempt of an earlier call with the same idempotency key; undefined if it was given up. */
async function findEarlierAttempt(db: Services['db'], userId: string, requestKey: string) {
  const attempt = await findAttemptOfKey(db, userId, requestKey);
  return attempt?.state === 'given-up' ? undefined : attempt;
}

/**
 * Returns the order for the overdue renewal. A call that repeats the one that paid it gets the order of that payment, so that it
 * waits for its result and returns the same.
 * @throws AppError `invalid` when nothing is overdue
 */
async function overdueOrder(
  { db }: Services,
  userId: string,
  requestKey: string,
): Promise<Order & { start: null }> {
  const plan = await findPlan(db, userId);
  const unpaid = await db
    .selectFrom('transactions')
    .select(['stripe_invoice_id', 'amount'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'overdue'])
    .orderBy('invoice_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const renewal =
    plan?.state === 'past_due' && unpaid?.stripe_invoice_id != null
      ? {
          subscription_id: plan.planId,
          total: unpaid.amount,
          stripe_invoice_id: unpaid.stripe_invoice_id,
        }
      : await findEarlierAttempt(db, userId, requestKey);
  if (!renewal?.stripe_invoice_id) throw refusedAt('payment', 'error.payment.alreadyPaid');
  const { subscription_id, total, stripe_invoice_id } = renewal;
  return {
    attempt: {
      ...{ subscription_id, total, stripe_invoice_id },
      ...{ promotion_id: null, promotion: null, overdue: true },
    },
    isPaid: ({ plan: now }) => now?.state !== 'past_due',
    start: null,
  };
}

/** Pays a renewal that failed, with a new card or the saved one (GAP-55). @throws as subscribeCustomer */
export const payOverdue = operation({
  name: 'payOverdue',
  kind: 'write',
  input: z.strictObject({ paymentMethodId: z.optional(z.nullable(providerId)), idempotency_key: key }),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: {
    async run(asked) {
      const { subject, services, input } = asked;
      paymentsOf(services);
      return payFor(asked, await overdueOrder(services, subject.ownerId, input.idempotency_key));
    },
  },
  async run({ prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status });
    return prepared;
  },
});

/** Claims the open payment of a person, and waits for a call that works on it; null if there is none, 'busy' after 15 seconds. */
async function claimOpen(services: Services, userId: string): Promise<Claim | 'busy' | null> {
  const found = await untilFree(async () => {
    const open = await findOpenAttempt(services.db, userId);
    if (!open) return 'none';
    const claimed = open.claimed ? undefined : await claimAttempt(services.db, open.id, null);
    return claimed ?? 'wait';
  });
  if (found === null) return 'busy';
  return found === 'none' ? null : claimOf(services, found);
}

async function readOutcome(services: Services, userId: string): Promise<PaymentResult> {
  const claim = await claimOpen(services, userId);
  if (claim === 'busy') return unknownOutcome;
  if (claim === null) {
    const latest = await findLatestAttempt(services.db, userId);
    if (latest?.state === 'paid') return paid;
    throw new AppError('not-found');
  }
  return working(claim, async () => {
    const { customerId } = await findPayer(services.db, userId);
    const invoiceId = claim.attempt.stripe_invoice_id;
    if (customerId === null || invoiceId === null) return unknownOutcome;
    return answerWith(services, claim, customerId, await paymentsOf(services).paymentOutcome(invoiceId));
  });
}

/**
 * Returns the outcome of the open payment, after the bank's confirmation page. Charges nothing.
 * @throws AppError `not-found` when nothing is being paid
 */
export const confirmPayment = operation({
  name: 'confirmPayment',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: {
    run: ({ subject, services }) =>
      readOutcome(services, subject.ownerId).catch((error: unknown) => {
        if (error instanceof PaymentProviderError) return unknownOutcome;
        throw error;
      }),
  },
  async run({ prepared, auditDetails }) {
    auditDetails({ outcome: prepared.status });
    return prepared;
  },
});

/** Gives up the open payment, unless it is paid already (a bank's page that was left). @throws AppError `unavailable` */
export const abandonPayment = operation({
  name: 'abandonPayment',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: {
    async run({ subject, services }) {
      const claim = await claimOpen(services, subject.ownerId);
      if (claim === 'busy') throw providerDown();
      if (claim === null) return;
      try {
        await giveUpAttempt(services, claim);
      } catch (error) {
        throw error instanceof PaymentProviderError ? providerDown() : error;
      } finally {
        await claim.release();
      }
    },
  },
  run: ({ subject, tx, services, meta }) => readInformation(tx, services, subject.ownerId, meta.language),
});
