import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import {
  isChangeable,
  isExpirable,
  type SubscriptionState,
} from '../../../domain/billing/subscriptions/life.ts';
import {
  followOnErrors,
  termsErrors,
  tidyTerms,
  type CustomerTypeId,
  type SubscriptionTerms,
} from '../../../domain/billing/subscriptions/rules.ts';
import { durations } from '../../../domain/billing/providers/billing-terms.ts';
import { recurrences } from '../../../domain/billing/subscriptions/rules.ts';
import { AppError, refuseInvalid, type FieldError } from '../../../domain/errors.ts';
import { dateOfIso, melbourneDate, parseDate } from '../../../domain/fields.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import type { Page } from '../../../domain/lists/page.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import { PaymentProviderError } from '../../ports/payments/port.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

const id = z.string().check(z.uuid());
const changing = { action: 'subscriptions.change', subject: nothing } as const;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && 'iso' in parseDate(dateOfIso(text));
const day = z.string().check(z.refine(isDay));
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

/** Input for the terms of a plan (API-57). Amounts are Australian cents. */
const terms = {
  name: z.string(),
  fee: z.int(),
  customer_type_id: z.int(),
  recurrence: optional(z.enum(recurrences)),
  duration: optional(z.enum(durations)),
  partner_fee: optional(z.int()),
  stripe: optional(z.boolean()),
  no_of_customers: optional(z.int()),
  no_of_beds: optional(z.int()),
  start_date: day,
  expiry_date: optional(day),
  scheduled_subscription_id: optional(id),
};

const termsShape = z.strictObject(terms);
type TermsInput = z.output<typeof termsShape>;

const termsOf = (input: TermsInput): SubscriptionTerms =>
  tidyTerms({
    name: input.name,
    fee: input.fee,
    customer_type_id: input.customer_type_id as CustomerTypeId,
    recurrence: input.recurrence ?? null,
    duration: input.duration ?? null,
    partner_fee: input.partner_fee ?? null,
    stripe: input.stripe ?? false,
    no_of_customers: input.no_of_customers ?? null,
    no_of_beds: input.no_of_beds ?? null,
    start_date: input.start_date,
    expiry_date: input.expiry_date ?? null,
    scheduled_subscription_id: input.scheduled_subscription_id?.toLowerCase() ?? null,
  });

/** Returns the errors of a plan that follows, in the database's present state. */
async function errorsOfFollowOn(tx: Tx, own: string | null, plan: SubscriptionTerms): Promise<FieldError[]> {
  const followId = plan.scheduled_subscription_id;
  return followOnErrors(own, plan, followId === null ? null : await store.findFollowOn(tx, followId));
}

/** Refuses terms that are invalid, or conflict with other plans. @throws AppError `invalid` */
async function refuseWrongTerms(tx: Tx, own: string | null, plan: SubscriptionTerms): Promise<void> {
  const errors = [...termsErrors(plan), ...(await errorsOfFollowOn(tx, own, plan))];
  if (errors.length === 0 && (await store.isNameTaken(tx, own, plan)))
    errors.push({ field: 'name', message: 'error.subscription.sameName' });
  if (errors.length > 0) refuseInvalid(errors);
}

/** Whether the price at the payment company is still right after a change. */
const keepsPrice = (before: store.Subscription, plan: SubscriptionTerms): boolean =>
  before.stripe_price_id !== null &&
  plan.stripe &&
  (['name', 'fee', 'recurrence', 'duration'] as const).every((key) => plan[key] === before[key]);

/**
 * Returns the price at the payment company for a plan that is kept in step with it (D-48); null for another plan. A changed fee
 * is a new price. Repeating it with the same terms returns the same price. @throws AppError `unavailable`
 */
async function priceFor(
  { payments }: Services,
  planId: string,
  plan: SubscriptionTerms,
): Promise<string | null> {
  if (!plan.stripe) return null;
  const { name, fee, recurrence, duration } = plan;
  const facts = JSON.stringify([planId, name, fee, recurrence, duration]);
  const key = `plan-${createHash('sha256').update(facts).digest('base64url').slice(0, 40)}`;
  if (payments === null)
    throw new AppError('forbidden', { fields: [{ field: 'stripe', message: 'error.paymentDisabled' }] });
  try {
    return await payments.createPrice({ planId, name, fee, recurrence, duration }, key);
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    throw new AppError('unavailable', {
      fields: [{ field: 'stripe', message: 'error.payment.providerDown' }],
    });
  }
}

type Asked = { services: Pick<Services, 'config'>; now: Date };

const seenIn = ({ services: { config }, now }: Asked): store.Seen => ({ today: melbourneDate(now), config });

/** A page of subscription plans, with their numbers by state. */
export type SubscriptionPage = Page<store.Subscription> & { counts: Record<SubscriptionState, number> };

/** Returns the subscription plans, newest first (API-60, GAP-103). */
export const getSubscriptions = operation({
  name: 'getSubscriptions',
  kind: 'read',
  input: listInput(subscriptionList),
  access: { action: 'providers.bill', subject: nothing },
  async run({ input, actor, tx, services, now }): Promise<SubscriptionPage> {
    const seen = seenIn({ services, now });
    const page = await store.findSubscriptions(tx, scopeOf(actor), queryOf(subscriptionList, input), seen);
    return { ...page, counts: await store.countByState(tx, seen.today) };
  },
});

const asPlan = async (tx: Tx, planId: string, asked: Asked): Promise<store.Subscription> =>
  (await store.findSubscription(tx, planId, seenIn(asked)))!;

/**
 * Adds a subscription plan (API-57). The same idempotency key adds it once.
 * @throws AppError `invalid` at the fields; `unavailable` at `stripe` if the payment company does not answer, and nothing is added
 */
export const insertSubscription = operation({
  name: 'insertSubscription',
  kind: 'write',
  input: z.strictObject({ ...terms, idempotency_key: optional(id) }),
  access: changing,
  prepare: {
    async run({ input: { idempotency_key, ...input }, services }) {
      const plan = termsOf(input);
      await refuseWrongTerms(services.db, null, plan);
      const planId = idempotency_key ?? randomUUID();
      return { planId, plan, priceId: await priceFor(services, planId, plan) };
    },
  },
  async run({ prepared: { planId, plan, priceId }, tx, services, now, auditDetails }) {
    const asked = { services, now };
    await store.lockPlans(tx);
    const before = await store.findSubscription(tx, planId, seenIn(asked));
    if (before) return before;
    await refuseWrongTerms(tx, null, plan);
    await store.insertPlan(tx, planId, plan, priceId);
    auditDetails({ subscription_id: planId, ...plan });
    return asPlan(tx, planId, asked);
  },
});

/** Whether only the plan that follows differs from the stored terms. */
const changesOnlyFollowOn = (before: SubscriptionTerms, plan: SubscriptionTerms): boolean =>
  (Object.keys(plan) as (keyof SubscriptionTerms)[]).every(
    (key) => key === 'scheduled_subscription_id' || plan[key] === before[key],
  );

/** Loads a plan to change. @throws AppError `not-found`; `conflict` with `details.version` after another change */
async function planToChange(tx: Tx, planId: string, version: number | null | undefined, asked: Asked) {
  const before = await store.findSubscription(tx, planId, seenIn(asked));
  if (!before) throw new AppError('not-found');
  if ((version ?? before.version) !== before.version)
    throw new AppError('conflict', { details: { version: before.version } });
  return before;
}

const refuseReadOnly = () => refuseInvalid([{ field: 'form', message: 'error.subscription.readOnly' }]);

/**
 * Changes a subscription plan (API-58): all terms before it has started, afterwards only the plan that follows (SUB-09, SUB-11).
 * @throws AppError `invalid` at the fields, `not-found`, `conflict`; `unavailable` if the payment company does not answer
 */
export const updateSubscription = operation({
  name: 'updateSubscription',
  kind: 'write',
  input: z.strictObject({ id, ...terms, version: optional(z.int()) }),
  access: changing,
  prepare: {
    async run({ input: { id: planId, version, ...input }, services, now }) {
      const { db } = services;
      const before = await planToChange(db, planId, version, { services, now });
      const plan = termsOf(input);
      if (!isChangeable(before, melbourneDate(now))) return { plan, priceId: before.stripe_price_id };
      await refuseWrongTerms(db, planId, plan);
      if (keepsPrice(before, plan)) return { plan, priceId: before.stripe_price_id };
      return { plan, priceId: await priceFor(services, planId, plan) };
    },
  },
  async run({ input, prepared: { plan, priceId }, tx, services, now, auditDetails }) {
    const asked = { services, now };
    await store.lockPlans(tx);
    const before = await planToChange(tx, input.id, input.version, asked);
    if (isChangeable(before, melbourneDate(now))) {
      await refuseWrongTerms(tx, input.id, plan);
      await store.updatePlan(tx, input.id, plan, priceId);
    } else {
      if (before.state === 'expired' || !changesOnlyFollowOn(before, plan)) refuseReadOnly();
      const errors = await errorsOfFollowOn(tx, input.id, plan);
      if (errors.length > 0) refuseInvalid(errors);
      await store.setFollowOn(tx, input.id, plan.scheduled_subscription_id);
    }
    auditDetails({ subscription_id: input.id, ...plan });
    return asPlan(tx, input.id, asked);
  },
});

/**
 * Expires an active subscription plan by hand (API-59, SUB-10). Providers that pay with it move to the plan that follows, or to
 * none. @throws AppError `invalid`, `not-found`
 */
export const setSubscriptionExpired = operation({
  name: 'setSubscriptionExpired',
  kind: 'write',
  input: z.strictObject({ id }),
  access: changing,
  async run({ input, tx, services, now, emit, auditDetails }) {
    const asked = { services, now };
    await store.lockPlans(tx);
    const today = melbourneDate(now);
    const before = await planToChange(tx, input.id, null, asked);
    if (before.status === 'expired') return before;
    if (!isExpirable(before, today))
      refuseInvalid([{ field: 'form', message: 'error.subscription.notActive' }]);
    // The payment page of customers offers these plans whatever this row says.
    if (!before.may_expire) refuseInvalid([{ field: 'form', message: 'error.subscription.configured' }]);
    await store.setExpired(tx, input.id, today);
    emit('subscription.expired', { subscription_id: input.id });
    auditDetails({
      subscription_id: input.id,
      follow_on: before.scheduled_subscription_id,
      payers: before.payers,
    });
    return asPlan(tx, input.id, asked);
  },
});
