import { companyReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { hiddenNumbers, ReportPeriodRef, shownInt } from '../report-graphql.ts';
import { getCompanyReport } from './operations.ts';
import type { CompanyRow } from './store.ts';

type Report = Awaited<ReturnType<typeof getCompanyReport.call>>;
type Summary = Report['summary'];

const ShareRef = builder.objectRef<Summary['before']>('CompanyReportShare').implement({
  description: `Customers at the end of a month, and those with a complete plan. ${hiddenNumbers}`,
  fields: (t) => ({
    month: t.exposeString('month', { description: 'Its first day; of `before` the last.' }),
    customers: t.int({ resolve: ({ customers }) => shownInt(customers) }),
    complete: t.int({ resolve: ({ complete }) => shownInt(complete) }),
  }),
});

const SummaryRef = builder.objectRef<Summary>('CompanyReportSummary').implement({
  description: `Customers of all providers of the report who are not archived, now. ${hiddenNumbers}`,
  fields: (t) => ({
    customers: t.int({ resolve: ({ customers }) => shownInt(customers) }),
    complete: t.int({ resolve: ({ complete }) => shownInt(complete) }),
    names_shown: t.exposeBoolean('names_shown', {
      description: 'Whether the caller may see the customers by name, and so small numbers.',
    }),
    before: t.field({ type: ShareRef, resolve: ({ before }) => before }),
    months: t.field({ type: [ShareRef], resolve: ({ months }) => months }),
    period: t.field({ type: ReportPeriodRef, resolve: ({ period }) => period }),
  }),
});

const CompanyRowRef = builder.objectRef<CompanyRow>('CompanyReportRow').implement({
  description: `A provider with its own customers, plans and users. ${hiddenNumbers}`,
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    above: t.exposeString('above', { nullable: true }),
    archived: t.exposeBoolean('archived'),
    customers: t.int({ resolve: ({ customers }) => shownInt(customers) }),
    invited: t.int({ resolve: ({ invited }) => shownInt(invited) }),
    active: t.int({ resolve: ({ active }) => shownInt(active) }),
    suspended: t.int({ resolve: ({ suspended }) => shownInt(suspended) }),
    complete: t.int({ resolve: ({ complete }) => shownInt(complete) }),
    drafts: t.int({ resolve: ({ drafts }) => shownInt(drafts) }),
    users: t.exposeInt('users'),
    payment_plan: t.exposeString('payment_plan', { nullable: true }),
    trial_end: t.exposeString('trial_end', { nullable: true }),
  }),
});

const CompanyReportRef = pageType<CompanyRow, Page<CompanyRow> & { summary: Summary }>(
  'CompanyReport',
  CompanyRowRef,
  (t) => ({ summary: t.field({ type: SummaryRef, resolve: ({ summary }) => summary }) }),
);

builder.queryFields((t) => ({
  getCompanyReport: t.field({
    type: CompanyReportRef,
    args: pageArgs(companyReport),
    resolve: (_, args, context) => getCompanyReport.call(context, args),
  }),
}));
