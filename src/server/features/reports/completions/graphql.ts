import { completionsReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { MonthReport } from '../../../../domain/reports/months.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { ReportPeriodRef } from '../report-graphql.ts';
import { getCompletionsReport } from './operations.ts';
import type { CompletionsRow } from './store.ts';

type Summary = Awaited<ReturnType<typeof getCompletionsReport.call>>['summary'];

const MonthRef = builder.objectRef<MonthReport>('CompletionsReportMonth').implement({
  fields: (t) => ({
    month: t.exposeString('month', { description: 'Its first day.' }),
    completed: t.exposeInt('completed'),
    external: t.exposeInt('external', { description: 'Those of the completed ones that consist of papers.' }),
    changed: t.exposeInt('changed'),
    started: t.exposeInt('started'),
    drafts: t.exposeInt('drafts', { description: 'At the end of the month.' }),
  }),
});

const SummaryRef = builder.objectRef<Summary>('CompletionsReportSummary').implement({
  fields: (t) => ({
    completed: t.exposeInt('completed'),
    drafts: t.exposeInt('drafts', { description: 'At the end of the period.' }),
    days_7: t.exposeInt('days_7', {
      description: 'Completed at most seven days after the customer was added.',
    }),
    days_28: t.exposeInt('days_28', { description: 'After 8 to 28 days.' }),
    days_90: t.exposeInt('days_90', { description: 'After 29 to 90 days.' }),
    days_more: t.exposeInt('days_more', { description: 'Later.' }),
    months: t.field({ type: [MonthRef], resolve: ({ months }) => months }),
    period: t.field({ type: ReportPeriodRef, resolve: ({ period }) => period }),
  }),
});

const CompletionsRowRef = builder.objectRef<CompletionsRow>('CompletionsReportRow').implement({
  description: "A provider's own plans in the period.",
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    above: t.exposeString('above', { nullable: true }),
    archived: t.exposeBoolean('archived'),
    completed: t.exposeInt('completed'),
    external: t.exposeInt('external'),
    changed: t.exposeInt('changed'),
    started: t.exposeInt('started'),
    drafts: t.exposeInt('drafts'),
  }),
});

const CompletionsReportRef = pageType<CompletionsRow, Page<CompletionsRow> & { summary: Summary }>(
  'CompletionsReport',
  CompletionsRowRef,
  (t) => ({ summary: t.field({ type: SummaryRef, resolve: ({ summary }) => summary }) }),
);

builder.queryFields((t) => ({
  getCompletionsReport: t.field({
    type: CompletionsReportRef,
    args: pageArgs(completionsReport),
    resolve: (_, args, context) => getCompletionsReport.call(context, args),
  }),
}));
