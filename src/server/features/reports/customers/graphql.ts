import { customersReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { getCustomersReport } from './operations.ts';
import type { CustomersReportRow } from './store.ts';

type Summary = Awaited<ReturnType<typeof getCustomersReport.call>>['summary'];

const SummaryRef = builder.objectRef<Summary>('CustomersReportSummary').implement({
  description: 'Customers who were added in whole months.',
  fields: (t) => ({
    customers: t.exposeInt('customers'),
    invited: t.exposeInt('invited'),
    active: t.exposeInt('active'),
    suspended: t.exposeInt('suspended'),
    archived: t.exposeInt('archived'),
    from: t.exposeString('from', { nullable: true, description: 'The first day; null for the beginning.' }),
    to: t.exposeString('to', { nullable: true, description: 'The last day; null for today.' }),
  }),
});

const RowRef = builder.objectRef<CustomersReportRow>('CustomersReportRow').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    room: t.exposeString('room', { nullable: true, description: 'Room or bed in the house.' }),
    email: t.exposeString('email', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    status: t.exposeString('status'),
    plan: t.exposeString('plan', { description: 'none, draft or complete' }),
    added_on: t.exposeString('added_on'),
    accepted_on: t.exposeString('accepted_on', { nullable: true }),
    signed_on: t.exposeString('signed_on', { nullable: true, description: 'Only of a complete plan.' }),
    changed_on: t.exposeString('changed_on', { nullable: true }),
    on_behalf: t.exposeBoolean('on_behalf'),
  }),
});

const CustomersReportRef = pageType<CustomersReportRow, Page<CustomersReportRow> & { summary: Summary }>(
  'CustomersReport',
  RowRef,
  (t) => ({ summary: t.field({ type: SummaryRef, resolve: ({ summary }) => summary }) }),
);

builder.queryFields((t) => ({
  getCustomersReport: t.field({
    type: CustomersReportRef,
    args: pageArgs(customersReport),
    resolve: (_, args, context) => getCustomersReport.call(context, args),
  }),
}));
