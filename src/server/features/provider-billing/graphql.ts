import { builder } from '../../graphql/builder.ts';
import type { ProviderBilling } from './operations/billing-store.ts';
import {
  markTransactionPaid,
  markTransactionRefunded,
  type MarkedInvoice,
} from './operations/mark-operations.ts';
import { getProviderBilling } from './operations/read-operations.ts';

const BillingRef = builder.objectRef<ProviderBilling>('ProviderBilling').implement({
  description: 'What a provider pays. Amounts are Australian cents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    plan_name: t.exposeString('plan_name', { nullable: true, description: 'Null without a payment plan.' }),
    at_company: t.exposeBoolean('at_company', {
      description: 'The invoices of the plan are those of the payment company, and are paid on its page.',
    }),
    unit: t.exposeString('unit', { nullable: true, description: 'beds or customers.' }),
    count: t.exposeInt('count', { nullable: true }),
    price: t.exposeInt('price', { nullable: true, description: 'Of one bed or customer.' }),
    fee: t.exposeInt('fee', { nullable: true, description: 'Of a term; at least one is counted.' }),
    starts_on: t.expose('starts_on', { type: 'Date', nullable: true }),
    ends_on: t.expose('ends_on', { type: 'Date', nullable: true }),
    next_billing_date: t.expose('next_billing_date', { type: 'Date', nullable: true }),
    trial_ends: t.expose('trial_ends', { type: 'Date', nullable: true }),
    trial_days_left: t.exposeInt('trial_days_left', { nullable: true, description: '0 when it is over.' }),
    paid_by: t.exposeString('paid_by', {
      nullable: true,
      description: 'Name of the provider above whose plan or trial counts.',
    }),
    due: t.exposeInt('due', { description: 'Sum of the unpaid invoices that are not overdue.' }),
    due_on: t.expose('due_on', { type: 'Date', nullable: true }),
    overdue: t.exposeInt('overdue'),
    overdue_since: t.expose('overdue_since', { type: 'Date', nullable: true }),
  }),
});

const MarkedRef = builder.objectRef<MarkedInvoice>('MarkedInvoice').implement({
  description: 'An invoice of a provider after a change by hand.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.exposeString('status', { description: 'paid, pending, refunded or overdue.' }),
    payment_date: t.expose('payment_date', { type: 'Date', nullable: true }),
    refunded: t.exposeInt('refunded', { description: 'Australian cents.' }),
  }),
});

builder.queryFields((t) => ({
  getProviderBilling: t.field({
    type: BillingRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderBilling.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  markTransactionPaid: t.field({
    type: MarkedRef,
    args: {
      id: t.arg.id({ required: true }),
      paid_on: t.arg.string({ required: true, description: 'DD/MM/YYYY.' }),
      reference: t.arg.string(),
    },
    resolve: (_, args, context) => markTransactionPaid.call(context, args),
  }),
  markTransactionRefunded: t.field({
    type: MarkedRef,
    args: {
      id: t.arg.id({ required: true }),
      amount: t.arg.string({ required: true, description: 'Dollars, such as 49.50.' }),
      reason: t.arg.string({ required: true }),
      refunded: t.arg.int({ required: true, description: 'Cents that were refunded before.' }),
    },
    resolve: (_, args, context) => markTransactionRefunded.call(context, args),
  }),
}));
