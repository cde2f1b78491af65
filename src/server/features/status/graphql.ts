import { builder } from '../../graphql/builder.ts';
import type { Assessed, AssessedNight } from './assess.ts';
import { systemStatus } from './operations.ts';
import type { AuditCheck } from './store.ts';

type Status = Awaited<ReturnType<typeof systemStatus.call>>;

const StatusPartRef = builder.objectRef<Assessed & { name: string }>('StatusPart').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    state: t.exposeString('state', {
      description: 'works, waiting (not used or checked yet), failing, stand_in, off or unknown.',
    }),
    problem: t.exposeString('problem', { nullable: true }),
    since: t.expose('since', { type: 'DateTime', nullable: true }),
    last_success: t.expose('last_success', { type: 'DateTime', nullable: true }),
  }),
});

const QueueStatusRef = builder.objectRef<NonNullable<Status['queues']>[number]>('QueueStatus').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    waiting: t.exposeInt('waiting'),
    given_up: t.exposeInt('givenUp', {
      description: 'Failed at their last attempt, in the last three days.',
    }),
    oldest_seconds: t.int({ resolve: ({ oldestSeconds }) => Math.round(oldestSeconds) }),
  }),
});

const NightStatusRef = builder.objectRef<AssessedNight>('NightStatus').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    state: t.exposeString('state', { description: 'done, running, failed or late.' }),
    last_run: t.expose('last_run', { type: 'DateTime', nullable: true }),
    failed_at: t.expose('failed_at', { type: 'DateTime', nullable: true }),
  }),
});

const AuditStatusRef = builder.objectRef<AuditCheck>('AuditStatus').implement({
  fields: (t) => ({
    checked_at: t.expose('checked_at', { type: 'DateTime' }),
    entries: t.exposeInt('entries'),
    broken_chains: t.exposeInt('broken_chains'),
  }),
});

const SystemStatusRef = builder.objectRef<Status>('SystemStatus').implement({
  description:
    'The state of the product, as the server that responds sees it. A list that could not be read is null.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    parts: t.field({ type: [StatusPartRef], resolve: ({ parts }) => parts }),
    queues: t.field({ type: [QueueStatusRef], nullable: true, resolve: ({ queues }) => queues }),
    nightly: t.field({ type: [NightStatusRef], nullable: true, resolve: ({ nightly }) => nightly }),
    audit: t.field({ type: AuditStatusRef, nullable: true, resolve: ({ audit }) => audit }),
  }),
});

builder.queryFields((t) => ({
  systemStatus: t.field({
    type: SystemStatusRef,
    resolve: (_, __, context) => systemStatus.call(context, {}),
  }),
}));
