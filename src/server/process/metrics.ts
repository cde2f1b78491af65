import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { faultKinds, type FaultKind } from '../ports/fault-kind.ts';
import { handed, type Handed } from '../ports/fault-log.ts';
import { spanDropReasons, type SpanDropReason } from '../ports/traces/port.ts';
import type { QueueState } from '../jobs/queue-state.ts';
import {
  watchNumber,
  watchPool,
  watchQueues,
  watchReplica,
  watchServices,
  watchState,
  type Pool,
  type WatchedReplica,
} from './gauges.ts';
import type { ServiceState } from './services/service-watch.ts';

export type Answer = {
  method: string;
  /** The pattern of the route, never the requested address. */
  route: string;
  status: number;
  seconds: number;
};

/** Metrics of this process for the operator. Labels contain kinds and patterns, never an id, an address or a value. */
export type Metrics = {
  /** Records a response that was sent. */
  answered(answer: Answer): void;
  /** Counts a call that was refused as `unavailable`, by its reason. */
  refused(reason: string): void;
  /** Counts an item that could not be delivered to a service. */
  outsideFault(service: Handed, kind: FaultKind): void;
  /** Counts spans of traces that were dropped. */
  spansDropped(reason: SpanDropReason, spans: number): void;
  /** Registers the number of open, idle and awaited connections of a pool. */
  watchPool(name: string, pool: Pool): void;
  /** Registers the state of the replica, also without one. */
  watchReplica(replica: WatchedReplica): void;
  /** Registers the state of each job queue. */
  watchQueues(queues: () => Promise<readonly QueueState[]>): void;
  /** Registers whether each required service responds. */
  watchServices(states: () => readonly ServiceState[]): void;
  /** Registers the current number of differences between the payment records. */
  watchDrifts(count: () => Promise<number>): void;
  /** Adds the number of rows that no partition takes. */
  watchRest(count: () => Promise<number>): void;
  watchCountChanges(ageSeconds: () => Promise<number>): void;
  /** Registers whether this server works on the database in use. */
  watchInstallation(isInUse: () => boolean): void;
  /** Registers whether this server accepts traffic. */
  watchReadiness(isReady: () => Promise<boolean>): void;
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>;
  readonly contentType: string;
};

/** Upper bounds of the response time buckets, in seconds: from a file to the longest wait for the database. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30];

/** Reasons for which a call is refused as `unavailable`. */
const refusalReasons = ['database', 'disk-full', 'read-only', 'emergency-page', 'other'];

/** Creates the counters. Each starts at 0, since an alert cannot detect an increase from a missing value. */
function createCounters(registers: Registry[]) {
  const answers = new Histogram({
    name: 'wattle_http_answer_seconds',
    help: 'How long answers took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'wattle_unavailable_total',
    help: 'Calls refused because something was away, by reason',
    labelNames: ['reason'],
    registers,
  });
  const faults = new Counter({
    name: 'wattle_messages_not_handed_over_total',
    help: 'Mails, text messages, files, scans and payments that could not be handed over, by kind of fault; each try counts',
    labelNames: ['service', 'kind'],
    registers,
  });
  const droppedSpans = new Counter({
    name: 'wattle_trace_spans_dropped_total',
    help: 'Spans of traces that were dropped because too many waited or the collector did not take them, by reason',
    labelNames: ['reason'],
    registers,
  });

  for (const reason of spanDropReasons) droppedSpans.inc({ reason }, 0);
  for (const reason of refusalReasons) refusals.inc({ reason }, 0);
  for (const service of handed) for (const kind of faultKinds) faults.inc({ service, kind }, 0);
  return { answers, refusals, faults, droppedSpans };
}

const drifts = {
  name: 'wattle_payment_drifts',
  help: "Differences between the books and the payment company's that are not mended; no value while the database is away",
};
const rest = {
  name: 'wattle_rows_outside_partitions',
  help: 'Recent activities and sent mails that are in no partition of their time; no value while the database is away',
};
const countChanges = {
  name: 'wattle_customer_counts_behind_seconds',
  help: 'Age of the oldest change that is not in the customer counts yet; no value while the database is away',
};
const installation = {
  name: 'wattle_database_in_use',
  help: '1 while this server deletes, mails and charges; 0 on a copy of the database, and until the files answer',
};
const readiness = {
  name: 'wattle_ready',
  help: '1 while this server wants traffic, 0 while it is drained or does not fit the database',
};

/** Creates the metrics. Gauges are measured when they are read. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const { answers, refusals, faults, droppedSpans } = createCounters(registers);
  return {
    answered: ({ method, route, status, seconds }) =>
      answers.observe({ method, route, status: String(status) }, seconds),
    refused: (reason) => refusals.inc({ reason }),
    outsideFault: (service, kind) => faults.inc({ service, kind }),
    spansDropped: (reason, spans) => droppedSpans.inc({ reason }, spans),
    watchPool: (name, pool) => watchPool(registers, name, pool),
    watchReplica: (replica) => watchReplica(registers, replica),
    watchQueues: (queues) => watchQueues(registers, queues),
    watchServices: (states) => watchServices(registers, states),
    watchDrifts: (count) => watchNumber(registers, drifts, count),
    watchRest: (count) => watchNumber(registers, rest, count),
    watchCountChanges: (ageSeconds) => watchNumber(registers, countChanges, ageSeconds),
    watchInstallation: (isInUse) => watchState(registers, installation, isInUse),
    watchReadiness: (isReady) => watchState(registers, readiness, isReady),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
