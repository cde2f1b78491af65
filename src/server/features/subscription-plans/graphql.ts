import { subscriptionList } from '../../../domain/lists/definitions/billing/subscriptions.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import {
  getSubscriptions,
  insertSubscription,
  setSubscriptionExpired,
  updateSubscription,
  type SubscriptionPage,
} from './operations.ts';
import type { Subscription } from './store.ts';

const SubscriptionPlanRef = builder.objectRef<Subscription>('SubscriptionPlan').implement({
  description: 'A subscription plan (ENT-20). Amounts are Australian cents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    fee: t.exposeInt('fee'),
    customer_type_id: t.exposeInt('customer_type_id'),
    duration: t.exposeString('duration', {
      nullable: true,
      description: 'monthly, annually-1, annually-2 or annually-3; null for individuals.',
    }),
    recurrence: t.exposeString('recurrence', {
      nullable: true,
      description: 'year or never, for individuals; null for others.',
    }),
    partner_fee: t.exposeInt('partner_fee', { nullable: true }),
    stripe: t.exposeBoolean('stripe', { description: 'Kept in step with the payment company.' }),
    stripe_price_id: t.exposeString('stripe_price_id', { nullable: true }),
    no_of_customers: t.exposeInt('no_of_customers', { nullable: true }),
    no_of_beds: t.exposeInt('no_of_beds', { nullable: true }),
    start_date: t.expose('start_date', { type: 'Date' }),
    expiry_date: t.expose('expiry_date', { type: 'Date', nullable: true, description: 'The last day.' }),
    scheduled_subscription_id: t.exposeID('scheduled_subscription_id', { nullable: true }),
    status: t.exposeString('status', { description: 'active or expired, as stored.' }),
    state: t.exposeString('state', { description: 'scheduled, active or expired, as of today.' }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    version: t.exposeInt('version'),
    follow_on_name: t.exposeString('follow_on_name', { nullable: true }),
    payers: t.exposeInt('payers', { description: 'Customers and providers that pay with it.' }),
    may_expire: t.exposeBoolean('may_expire', {
      description: 'It is active, and the payment page of customers does not offer it.',
    }),
  }),
});

const CountsRef = builder.objectRef<SubscriptionPage['counts']>('SubscriptionCounts').implement({
  fields: (t) => ({
    active: t.exposeInt('active'),
    scheduled: t.exposeInt('scheduled'),
    expired: t.exposeInt('expired'),
  }),
});

const SubscriptionPageRef = pageType<Subscription, SubscriptionPage>(
  'SubscriptionPlanPage',
  SubscriptionPlanRef,
  (t) => ({ counts: t.field({ type: CountsRef, resolve: ({ counts }) => counts }) }),
);

builder.queryFields((t) => ({
  getSubscriptions: t.field({
    type: SubscriptionPageRef,
    args: pageArgs(subscriptionList),
    resolve: (_, args, context) => getSubscriptions.call(context, args),
  }),
}));

const termArgs = builder.args((arg) => ({
  name: arg.string({ required: true }),
  fee: arg.int({ required: true, description: 'Australian cents.' }),
  customer_type_id: arg.int({ required: true }),
  recurrence: arg.string({ description: 'year or never.' }),
  duration: arg.string({ description: 'monthly, annually-1, annually-2 or annually-3.' }),
  partner_fee: arg.int(),
  stripe: arg.boolean(),
  no_of_customers: arg.int(),
  no_of_beds: arg.int(),
  start_date: arg.field({ type: 'Date', required: true }),
  expiry_date: arg.field({ type: 'Date' }),
  scheduled_subscription_id: arg.id(),
}));

builder.mutationFields((t) => ({
  insertSubscription: t.field({
    type: SubscriptionPlanRef,
    args: { ...termArgs, idempotency_key: t.arg.string() },
    resolve: (_, args, context) => insertSubscription.call(context, args),
  }),
  updateSubscription: t.field({
    type: SubscriptionPlanRef,
    args: { id: t.arg.id({ required: true }), ...termArgs, version: t.arg.int() },
    resolve: (_, args, context) => updateSubscription.call(context, args),
  }),
  setSubscriptionExpired: t.field({
    type: SubscriptionPlanRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => setSubscriptionExpired.call(context, args),
  }),
}));
