import { subscriptionsReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { getSubscriptionsReport } from './operations.ts';
import type { Counted, SubscriptionsRow } from './store.ts';

const SummaryRef = builder.objectRef<Counted>('SubscriptionsReportSummary').implement({
  description: 'Subscriptions of providers and of people together, without ended ones.',
  fields: (t) => ({
    count: t.exposeInt('count'),
    paid: t.exposeInt('paid'),
    pending: t.exposeInt('pending', { description: 'Not paid yet, or without an invoice.' }),
    overdue: t.exposeInt('overdue'),
    partner_fees: t.exposeInt('partner_fees', {
      description: "Cents that are owed to partners for one term of the providers' plans.",
    }),
  }),
});

const RowRef = builder.objectRef<SubscriptionsRow>('SubscriptionsReportRow').implement({
  description: 'Amounts are in cents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    payment_plan: t.exposeString('payment_plan'),
    payer: t.exposeString('payer'),
    customer_type: t.exposeString('customer_type'),
    start: t.exposeString('start', { nullable: true }),
    next: t.exposeString('next', { nullable: true }),
    end: t.exposeString('end', { nullable: true }),
    units: t.exposeInt('units'),
    fee: t.exposeInt('fee'),
    discount: t.exposeInt('discount'),
    paid: t.exposeInt('paid'),
    open: t.exposeInt('open'),
    status: t.exposeString('status', { description: 'paid, pending, overdue, ended or none' }),
  }),
});

const SubscriptionsReportRef = pageType<SubscriptionsRow, Page<SubscriptionsRow> & { summary: Counted }>(
  'SubscriptionsReport',
  RowRef,
  (t) => ({ summary: t.field({ type: SummaryRef, resolve: ({ summary }) => summary }) }),
);

builder.queryFields((t) => ({
  getSubscriptionsReport: t.field({
    type: SubscriptionsReportRef,
    args: pageArgs(subscriptionsReport),
    resolve: (_, args, context) => getSubscriptionsReport.call(context, args),
  }),
}));
