import { auditReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { ReportPeriodRef } from '../report-graphql.ts';
import { getAuditReport } from './operations.ts';
import type { AuditReportRow, TrailCheck } from './store.ts';

type Summary = Awaited<ReturnType<typeof getAuditReport.call>>['summary'];

const CheckRef = builder.objectRef<TrailCheck>('AuditTrailCheck').implement({
  description: 'The last check of the whole audit trail.',
  fields: (t) => ({
    checked_at: t.expose('checked_at', { type: 'DateTime' }),
    entries: t.exposeInt('entries'),
    broken_chains: t.exposeInt('broken_chains', {
      description: 'Trails of people in which an entry is wrong.',
    }),
  }),
});

const SummaryRef = builder.objectRef<Summary>('AuditReportSummary').implement({
  fields: (t) => ({
    entries: t.exposeInt('entries'),
    more: t.exposeBoolean('more', { description: 'Whether there are more than `entries`.' }),
    plans: t.exposeInt('plans'),
    people: t.exposeInt('people'),
    customer: t.exposeString('customer', {
      nullable: true,
      description:
        'Name of the customer of the filter; null without this filter, and if the caller has no access to the customer.',
    }),
    person: t.exposeString('person', {
      nullable: true,
      description:
        'Name of the person of the filter; null without this filter, and if the caller has no access to the person.',
    }),
    period: t.field({ type: ReportPeriodRef, resolve: ({ period }) => period }),
    check: t.field({ type: CheckRef, nullable: true, resolve: ({ check }) => check }),
  }),
});

const RowRef = builder.objectRef<AuditReportRow>('AuditReportRow').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    event: t.exposeString('event'),
    by: t.exposeString('by', { description: 'owner, staff, contact, card, clinical or system' }),
    person: t.exposeString('person', { nullable: true }),
    role: t.exposeString('role', { nullable: true }),
    organisation: t.exposeString('organisation', { nullable: true }),
    customer_user_id: t.exposeID('customer_user_id'),
    customer: t.exposeString('customer', { nullable: true }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    plan_version: t.exposeInt('plan_version', { nullable: true }),
    acting: t.exposeBoolean('acting'),
    beside: t.exposeString('beside', {
      nullable: true,
      description:
        'Who was beside the customer (N-08); empty for a deleted account, null without such a person.',
    }),
    place: t.exposeString('place', { nullable: true, description: 'Where, for `beside`.' }),
    entry: t.exposeInt('entry'),
  }),
});

const AuditReportRef = pageType<AuditReportRow, Page<AuditReportRow> & { summary: Summary }>(
  'AuditReport',
  RowRef,
  (t) => ({ summary: t.field({ type: SummaryRef, resolve: ({ summary }) => summary }) }),
);

builder.queryFields((t) => ({
  getAuditReport: t.field({
    type: AuditReportRef,
    args: pageArgs(auditReport),
    resolve: (_, args, context) => getAuditReport.call(context, args),
  }),
}));
