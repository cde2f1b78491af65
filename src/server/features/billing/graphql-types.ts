import { paymentPlanIds } from '../../../domain/billing/payment-plan.ts';
import type { SavedCard } from '../../../domain/billing/cards/card.ts';
import type { Coupon } from '../../../domain/billing/pricing.ts';
import { builder } from '../../graphql/builder.ts';
import type { CustomerType, PlanDetail } from './operations/plan-detail-store.ts';
import type { FoundPromotion } from '../../ports/payments/port.ts';
import { paymentStatuses } from './results.ts';
import {
  paymentPlanStates,
  type CurrentPaymentPlan,
  type OpenPayment,
  type PaymentInformation,
} from './information.ts';

const PaymentPlanId = builder.enumType('PaymentPlanId', { values: paymentPlanIds });
const PaymentPlanState = builder.enumType('PaymentPlanState', { values: paymentPlanStates });
const PromotionState = builder.enumType('PromotionState', {
  values: ['usable', 'expired', 'used_up'] as const,
});

export const PaymentStatus = builder.enumType('PaymentStatus', { values: paymentStatuses });

const PaymentPlanRef = builder.objectRef<PaymentInformation['plans'][number]>('PaymentPlan').implement({
  description: 'What a person can pay for (PAY-04). Fees are Australian cents.',
  fields: (t) => ({
    id: t.expose('id', { type: PaymentPlanId }),
    label: t.exposeString('label', { description: "In the caller's language." }),
    initialFee: t.exposeInt('initialFee'),
    yearlyFee: t.exposeInt('yearlyFee', { nullable: true }),
    initialPriceId: t.exposeString('initialPriceId', { nullable: true }),
    yearlyPriceId: t.exposeString('yearlyPriceId', { nullable: true }),
  }),
});

export const CardRef = builder.objectRef<SavedCard>('PaymentMethodCard').implement({
  fields: (t) => ({
    brand: t.exposeString('brand', { description: 'visa, mastercard, amex, jcb or unionpay.' }),
    last4: t.exposeString('last4'),
    exp_month: t.exposeInt('exp_month'),
    exp_year: t.exposeInt('exp_year'),
  }),
});

const PaymentMethodRef = builder.objectRef<{ id: string; card: SavedCard }>('PaymentMethod').implement({
  fields: (t) => ({ id: t.exposeID('id'), card: t.expose('card', { type: CardRef }) }),
});

export const StripeAccountsRef = builder
  .objectRef<{ payment_methods: { id: string; card: SavedCard }[] }>('StripeAccounts')
  .implement({
    fields: (t) => ({
      payment_methods: t.expose('payment_methods', {
        type: [PaymentMethodRef],
        description: 'The saved card, as a list of at most one.',
      }),
    }),
  });

export const StripeCustomerRef = builder
  .objectRef<{ id: string | null; email: string }>('StripeCustomer')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id', { nullable: true, description: 'Null before the first payment.' }),
      email: t.exposeString('email'),
    }),
  });

const CouponRef = builder.objectRef<Coupon>('Coupon').implement({
  description: 'Takes off cents, or percent of the price to start; 100 percent takes off all.',
  fields: (t) => ({
    amount_off: t.exposeInt('amount_off', { nullable: true }),
    percent_off: t.exposeFloat('percent_off', { nullable: true }),
  }),
});

const StripePromotionRef = builder.objectRef<FoundPromotion>('StripePromotion').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    code: t.exposeString('code'),
    coupon: t.expose('coupon', { type: CouponRef }),
    state: t.field({
      type: PromotionState,
      resolve: ({ state }) => (state === 'used-up' ? 'used_up' : state),
    }),
    priceIds: t.stringList({
      nullable: true,
      description: 'The prices that it is for; null for all.',
      resolve: ({ priceIds }) => priceIds,
    }),
    everyYear: t.exposeBoolean('everyYear', { description: 'Renewals are cheaper too.' }),
  }),
});

export const StripePromotionResultRef = builder
  .objectRef<{ stripePromotion: FoundPromotion | null }>('StripePromotionResult')
  .implement({
    fields: (t) => ({
      stripePromotion: t.expose('stripePromotion', {
        type: StripePromotionRef,
        nullable: true,
        description: 'Null for a code that is not known.',
      }),
    }),
  });

const CurrentPaymentPlanRef = builder.objectRef<CurrentPaymentPlan>('CurrentPaymentPlan').implement({
  description: 'What a person pays for. Amounts are Australian cents, dates are dates in Melbourne.',
  fields: (t) => ({
    state: t.expose('state', { type: PaymentPlanState }),
    plan: t.expose('plan', {
      type: PaymentPlanId,
      nullable: true,
      description: "Null for a price of the person's own (PAY-10).",
    }),
    label: t.exposeString('label'),
    fee: t.exposeInt('fee'),
    recurrence: t.exposeString('recurrence', { description: 'year or never.' }),
    initialPriceId: t.exposeString('initialPriceId', { nullable: true }),
    yearlyPriceId: t.exposeString('yearlyPriceId', { nullable: true }),
    since: t.expose('since', { type: 'Date' }),
    next_billing_date: t.expose('next_billing_date', { type: 'Date', nullable: true }),
    next_amount: t.exposeInt('next_amount', { nullable: true }),
    ends_on: t.expose('ends_on', { type: 'Date', nullable: true }),
    ended_on: t.expose('ended_on', { type: 'Date', nullable: true }),
    overdue_amount: t.exposeInt('overdue_amount', { nullable: true }),
    overdue_since: t.expose('overdue_since', { type: 'Date', nullable: true }),
    grace_until: t.expose('grace_until', { type: 'Date', nullable: true }),
    promotion_code: t.exposeString('promotion_code', { nullable: true }),
    promotion: t.expose('promotion', { type: CouponRef, nullable: true }),
  }),
});

const OpenPaymentRef = builder.objectRef<OpenPayment>('OpenPayment').implement({
  description: 'A payment that was begun here, in another tab or on another device, and is not done yet.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PaymentPlanId, nullable: true }),
    initialPriceId: t.exposeString('initialPriceId', { nullable: true }),
    yearlyPriceId: t.exposeString('yearlyPriceId', { nullable: true }),
    promotion_code: t.exposeString('promotion_code', { nullable: true }),
    total: t.exposeInt('total', { description: 'Australian cents.' }),
    state: t.exposeString('state', { description: 'open, needs_action or processing.' }),
  }),
});

export const PaymentInformationRef = builder.objectRef<PaymentInformation>('PaymentInformation').implement({
  fields: (t) => ({
    plans: t.expose('plans', { type: [PaymentPlanRef] }),
    current: t.expose('current', { type: CurrentPaymentPlanRef, nullable: true }),
    ownPrice: t.expose('ownPrice', {
      type: CurrentPaymentPlanRef,
      nullable: true,
      description: "A price of the person's own, which waits to be paid.",
    }),
    card: t.expose('card', { type: CardRef, nullable: true }),
    open: t.expose('open', { type: OpenPaymentRef, nullable: true }),
    disabled: t.exposeBoolean('disabled', { description: 'Payment is switched off (PAY-18).' }),
    covered: t.exposeBoolean('covered', { description: "The person's provider pays (BILL-02)." }),
    provider_name: t.exposeString('provider_name', { nullable: true }),
    stripe_promotion_id: t.exposeString('stripe_promotion_id', { nullable: true }),
    publishable_key: t.exposeString('publishable_key', {
      nullable: true,
      description: 'Null where payment is off.',
    }),
    stand_in: t.exposeBoolean('stand_in', { description: 'No money moves.' }),
    provider_down: t.exposeBoolean('provider_down', { description: 'The payment company does not answer.' }),
    trial_end_date: t.expose('trial_end_date', { type: 'Date', nullable: true }),
  }),
});

export const CustomerTypeRef = builder.objectRef<CustomerType>('CustomerType').implement({
  description: 'A type of customer that payment plans are for (ENT-19).',
  fields: (t) => ({
    id: t.exposeInt('id'),
    label: t.exposeString('label'),
    editable: t.exposeBoolean('editable', { description: 'Payment plans of this type can be made.' }),
  }),
});

export const PlanDetailRef = builder.objectRef<PlanDetail>('PlanDetail').implement({
  description: 'A payment plan, for administrators. Fees are Australian cents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    fee: t.exposeInt('fee'),
    partner_fee: t.exposeInt('partner_fee', { nullable: true }),
    customer_type: t.expose('customer_type', { type: CustomerTypeRef }),
    recurrence: t.exposeString('recurrence', {
      nullable: true,
      description: 'year, or never; null but for individuals.',
    }),
    duration: t.exposeString('duration', { nullable: true, description: 'The term; null for individuals.' }),
    stripe: t.exposeBoolean('stripe'),
    stripe_price_id: t.exposeString('stripe_price_id', { nullable: true }),
    start_date: t.expose('start_date', { type: 'Date' }),
    expiry_date: t.expose('expiry_date', { type: 'Date', nullable: true }),
    scheduled_subscription_id: t.exposeID('scheduled_subscription_id', { nullable: true }),
    status: t.exposeString('status', { description: 'active or expired.' }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});
