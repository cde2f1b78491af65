import { graceUntil, type PlanState } from '../../../domain/billing/lifecycle.ts';
import type { PaymentPlanId } from '../../../domain/billing/payment-plan.ts';
import { paymentPlans } from '../../../domain/billing/payment-plan.ts';
import type { Coupon } from '../../../domain/billing/pricing.ts';
import type { SavedCard } from '../../../domain/billing/cards/card.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findOpenAttempt, findSavedCard } from './attempts/attempt-store.ts';
import { findPayer, isCovered, standingOf, type Payer, type Standing } from './payer.ts';
import { labelOf, planIdOf, type PlanRow } from './plans.ts';

export const paymentPlanStates = ['none', 'active', 'past_due', 'ending', 'ended'] as const;

/** A person's payment plan, as pages show it. Amounts in cents. */
export type CurrentPaymentPlan = {
  state: (typeof paymentPlanStates)[number];
  /** Null for a personal price (PAY-10). */
  plan: PaymentPlanId | null;
  label: string;
  fee: number;
  recurrence: 'year' | 'never';
  initialPriceId: string | null;
  yearlyPriceId: string | null;
  since: IsoDate;
  next_billing_date: IsoDate | null;
  next_amount: number | null;
  ends_on: IsoDate | null;
  ended_on: IsoDate | null;
  overdue_amount: number | null;
  overdue_since: IsoDate | null;
  grace_until: IsoDate | null;
  promotion_code: string | null;
  promotion: Coupon | null;
};

export type OpenPayment = {
  plan: PaymentPlanId | null;
  initialPriceId: string | null;
  yearlyPriceId: string | null;
  promotion_code: string | null;
  /** Amount in cents. */
  total: number;
  state: string;
};

/** Data of the payment pages for a person. */
export type PaymentInformation = {
  plans: {
    id: PaymentPlanId;
    label: string;
    initialFee: number;
    yearlyFee: number | null;
    initialPriceId: string | null;
    yearlyPriceId: string | null;
  }[];
  current: CurrentPaymentPlan | null;
  ownPrice: CurrentPaymentPlan | null;
  card: SavedCard | null;
  open: OpenPayment | null;
  disabled: boolean;
  covered: boolean;
  provider_name: string | null;
  stripe_promotion_id: string | null;
  publishable_key: string | null;
  stand_in: boolean;
  provider_down: boolean;
  trial_end_date: IsoDate | null;
};

const dateOf = (instant: Date | null): IsoDate | null => (instant === null ? null : melbourneDate(instant));

const pricesOf = ({ recurrence, priceId }: PlanRow) => ({
  initialPriceId: recurrence === 'never' ? priceId : null,
  yearlyPriceId: recurrence === 'year' ? priceId : null,
});

const nothingMore = {
  next_billing_date: null,
  next_amount: null,
  ends_on: null,
  ended_on: null,
  overdue_amount: null,
  overdue_since: null,
  grace_until: null,
  promotion_code: null,
  promotion: null,
};

function rowShown(row: PlanRow, language: Language) {
  const { known, fee, recurrence } = row;
  return { plan: known, label: labelOf(row, language), fee, recurrence, ...pricesOf(row) };
}

function planShown(plan: PlanState, row: PlanRow, language: Language): CurrentPaymentPlan {
  const isEnding = plan.state === 'active' && plan.cancelAtPeriodEnd;
  const isOn = plan.state !== 'ended' && plan.periodEnd !== null;
  return {
    ...rowShown(row, language),
    state: isEnding ? 'ending' : plan.state,
    since: plan.since,
    next_billing_date: isOn && !plan.cancelAtPeriodEnd ? dateOf(plan.periodEnd) : null,
    next_amount: plan.nextAmount,
    ends_on: isOn && plan.cancelAtPeriodEnd ? dateOf(plan.periodEnd) : null,
    ended_on: dateOf(plan.endedAt),
    overdue_amount: plan.overdueAmount,
    overdue_since: dateOf(plan.overdueSince),
    grace_until: plan.overdueSince === null ? null : melbourneDate(graceUntil(plan.overdueSince)),
    promotion_code: plan.promotion?.code ?? null,
    promotion: plan.promotion?.coupon ?? null,
  };
}

/** Returns a plan that only the account names, without data at the payment company. */
const accountsPlan = (payer: Payer, row: PlanRow, language: Language): CurrentPaymentPlan => ({
  ...nothingMore,
  ...rowShown(row, language),
  state: 'active',
  since: row.startDate,
  next_billing_date: payer.nextBillingDate,
  next_amount: payer.nextBillingDate === null ? null : row.fee,
});

function currentOf(payer: Payer, { plan, row, ownPrice }: Standing, language: Language) {
  if (row === null) return null;
  if (plan !== null && plan.planId === row.id) return planShown(plan, row, language);
  return ownPrice === null ? accountsPlan(payer, row, language) : null;
}

async function openPayment(tx: Tx, { config }: Services, userId: string): Promise<OpenPayment | null> {
  const attempt = await findOpenAttempt(tx, userId);
  if (!attempt || attempt.overdue) return null;
  const row = await tx
    .selectFrom('subscriptions')
    .select(['stripe_price_id', 'recurrence'])
    .where('id', '=', attempt.subscription_id)
    .executeTakeFirstOrThrow();
  const isOnce = row.recurrence === 'never';
  return {
    plan: planIdOf(config.payments.priceIds, row.stripe_price_id),
    initialPriceId: isOnce ? row.stripe_price_id : null,
    yearlyPriceId: isOnce ? null : row.stripe_price_id,
    promotion_code: attempt.promotion?.code ?? null,
    total: attempt.total,
    state: attempt.waits_for ?? 'open',
  };
}

/** Loads all data of a person's payment pages, from our rows only. @throws AppError `not-found` */
export async function readInformation(
  tx: Tx,
  services: Services,
  userId: string,
  language: Language,
): Promise<PaymentInformation> {
  const { config, payments } = services;
  const t = translatorOf(language, catalogue[language]);
  const payer = await findPayer(tx, userId);
  const standing = await standingOf(tx, services, payer);
  const { ownPrice } = standing;
  const disabled = config.payments.disabled || payments === null;
  return {
    plans: paymentPlans(config.payments.priceIds).map((plan) => ({
      ...plan,
      label: t(`checkout.plan.${plan.id}.label`),
    })),
    current: currentOf(payer, standing, language),
    ownPrice: ownPrice && {
      ...nothingMore,
      ...rowShown(ownPrice, language),
      state: 'none',
      since: ownPrice.startDate,
    },
    card: await findSavedCard(tx, userId),
    open: await openPayment(tx, services, userId),
    disabled,
    covered: isCovered(payer),
    provider_name: payer.providerName,
    stripe_promotion_id: payer.promotionId,
    publishable_key: disabled ? null : payments.publishableKey,
    stand_in: payments?.isStandIn ?? false,
    provider_down: payments?.isDown() ?? false,
    trial_end_date: payer.trialEndDate,
  };
}
