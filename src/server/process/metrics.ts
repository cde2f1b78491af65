import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FaultKind } from '../ports/fault-kind.ts';
import type { Handed } from '../ports/fault-log.ts';

/** The connections of a pool, as `pg.Pool` counts them. */
type Pool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

export type Answer = {
  method: string;
  /** The pattern of the route, never the address that was asked for. */
  route: string;
  status: number;
  seconds: number;
};

/** What this process counts for the operator. Labels name kinds and patterns: never an id, an address or a value. */
export type Metrics = {
  /** Notes an answer that was sent. */
  answered(answer: Answer): void;
  /** Counts a call that was refused as `unavailable`, by its reason. */
  refused(reason: string): void;
  /** Counts a message that could not be handed over. */
  outsideFault(service: Handed, kind: FaultKind): void;
  /** Tells how many connections of a pool are open, idle, and waited for. */
  watchPool(name: string, pool: Pool): void;
  /** Tells how many jobs wait in each queue. */
  watchQueues(waiting: () => Promise<ReadonlyMap<string, number>>): void;
  /** Tells how many differences the books of payment have now. */
  watchDrifts(count: () => Promise<number>): void;
  watchCountChanges(ageSeconds: () => Promise<number>): void;
  /** Tells whether this server wants traffic. */
  watchReadiness(isReady: () => Promise<boolean>): void;
  /** All of it in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>;
  readonly contentType: string;
};

/** Upper bounds of the counted lengths of answers, in seconds: from a file to the longest wait for the database. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30];

/** Counts from the start of the process. Gauges are measured when they are read. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

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
    help: 'Mails, text messages and files that could not be handed over, by kind of fault; each try counts',
    labelNames: ['service', 'kind'],
    registers,
  });

  return {
    answered: ({ method, route, status, seconds }) =>
      answers.observe({ method, route, status: String(status) }, seconds),
    refused: (reason) => refusals.inc({ reason }),
    outsideFault: (service, kind) => faults.inc({ service, kind }),
    watchPool(name, pool) {
      const gauge = new Gauge({
        name: `wattle_database_${name}_connections`,
        help: `Connections of the pool "${name}": open, idle, and callers that wait for one`,
        labelNames: ['state'],
        registers,
        collect() {
          gauge.set({ state: 'open' }, pool.totalCount);
          gauge.set({ state: 'idle' }, pool.idleCount);
          gauge.set({ state: 'waited for' }, pool.waitingCount);
        },
      });
    },
    watchQueues(waiting) {
      const gauge = new Gauge({
        name: 'wattle_jobs_waiting',
        help: 'Jobs that wait to be done or tried again, by queue; no value while the database is away',
        labelNames: ['queue'],
        registers,
        async collect() {
          gauge.reset();
          const counts = await waiting().catch(() => new Map<string, number>());
          for (const [queue, count] of counts) gauge.set({ queue }, count);
        },
      });
    },
    watchDrifts(count) {
      const gauge = new Gauge({
        name: 'wattle_payment_drifts',
        help: "Differences between the books and the payment company's that are not mended; no value while the database is away",
        registers,
        async collect() {
          gauge.reset();
          const drifts = await count().catch(() => null);
          if (drifts !== null) gauge.set(drifts);
        },
      });
    },
    watchCountChanges(ageSeconds) {
      const gauge = new Gauge({
        name: 'wattle_customer_counts_behind_seconds',
        help: 'Age of the oldest change that is not in the customer counts yet; no value while the database is away',
        registers,
        async collect() {
          gauge.reset();
          const age = await ageSeconds().catch(() => null);
          if (age !== null) gauge.set(age);
        },
      });
    },
    watchReadiness(isReady) {
      const gauge = new Gauge({
        name: 'wattle_ready',
        help: '1 while this server wants traffic, 0 while it is drained or does not fit the database',
        registers,
        async collect() {
          gauge.set((await isReady()) ? 1 : 0);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
