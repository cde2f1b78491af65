import { conversationOutcomes } from '../../../../domain/customers/conversations/conversations.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { dueWithinDays, residentsRead } from '../../../../domain/reports/conversations.ts';
import { conversationsReport, nextConversations } from '../../../../domain/reports/report-lists.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { ReportPeriodRef } from '../report-graphql.ts';
import { getConversationsReport, getNextConversations, type NextConversations } from './operations.ts';
import type { ConversationsRow, NextConversation } from './store.ts';

type Summary = Awaited<ReturnType<typeof getConversationsReport.call>>['summary'];

const SummaryRef = builder.objectRef<Summary>('ConversationsReportSummary').implement({
  fields: (t) => ({ period: t.field({ type: ReportPeriodRef, resolve: ({ period }) => period }) }),
});

const RowRef = builder.objectRef<ConversationsRow>('ConversationsReportRow').implement({
  description: 'A house with the conversations that it recorded in a period, and its residents now (N-07).',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    above: t.exposeString('above', { nullable: true }),
    archived: t.exposeBoolean('archived'),
    has_below: t.exposeBoolean('has_below', { description: 'Whether there are providers below it.' }),
    residents: t.exposeInt('residents', { description: 'Not archived, without those of providers below.' }),
    without: t.exposeInt('without', { description: 'Residents without a conversation at any time.' }),
    offered: t.exposeInt('offered'),
    talked: t.exposeInt('talked'),
    not_now: t.exposeInt('not_now'),
    declined: t.exposeInt('declined'),
    looked_again: t.exposeInt('looked_again'),
  }),
});

const ReportRef = pageType<ConversationsRow, Page<ConversationsRow> & { summary: Summary }>(
  'ConversationsReport',
  RowRef,
  (t) => ({ summary: t.field({ type: SummaryRef, resolve: ({ summary }) => summary }) }),
);

const NextRef = builder.objectRef<NextConversation>('NextConversation').implement({
  description: 'A resident whose next conversation is due, with the newest conversation.',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    room: t.exposeString('room', { nullable: true, description: 'Room or bed in the house.' }),
    provider: t.exposeString('provider', { nullable: true }),
    outcome: t.exposeString('outcome', { description: conversationOutcomes.join(', ') }),
    held_on: t.exposeString('held_on'),
    next_on: t.exposeString('next_on'),
  }),
});

const NextPageRef = pageType<NextConversation, NextConversations>('NextConversations', NextRef, (t) => ({
  overdue: t.exposeInt('overdue', { description: 'All with a next day before today.' }),
  too_many: t.exposeBoolean('too_many', {
    description: `True, without any rows, if the providers have more than ${residentsRead} residents.`,
  }),
}));

builder.queryFields((t) => ({
  getConversationsReport: t.field({
    type: ReportRef,
    args: pageArgs(conversationsReport),
    resolve: (_, args, context) => getConversationsReport.call(context, args),
  }),
  getNextConversations: t.field({
    type: NextPageRef,
    description: `Residents whose next conversation is overdue or in the next ${dueWithinDays} days.`,
    args: pageArgs(nextConversations),
    resolve: (_, args, context) => getNextConversations.call(context, args),
  }),
}));
