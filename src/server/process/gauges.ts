import { Counter, Gauge, type Registry } from 'prom-client';
import type { QueueState } from '../jobs/queue-state.ts';
import type { ReplicaFacts } from '../db/replica/replica-facts.ts';
import { listOutcomes, type ListOutcome } from '../db/replica/list-reads.ts';
import { servedKinds, type ServedKind } from '../db/replica/serving.ts';
import type { ServiceState } from './services/service-watch.ts';

/** The connections of a pool, as `pg.Pool` counts them. */
export type Pool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };

type About = { name: string; help: string };

/** Adds the number of open, idle and awaited connections of a pool. */
export function watchPool(registers: Registry[], name: string, pool: Pool): void {
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
}

const queueGauges = [
  {
    name: 'wattle_jobs_waiting',
    help: 'Jobs that wait to be done or tried again, by queue; no value while the database is away',
    valueOf: ({ waiting }: QueueState) => waiting,
  },
  {
    name: 'wattle_jobs_given_up',
    help: 'Jobs of the last three days that failed at their last attempt, by queue; no value while the database is away',
    valueOf: ({ givenUp }: QueueState) => givenUp,
  },
  {
    name: 'wattle_oldest_job_seconds',
    help: 'Age of the oldest job that waits, by queue; no value while the database is away',
    valueOf: ({ oldestSeconds }: QueueState) => oldestSeconds,
  },
] as const;

/** Adds the state of each job queue. */
export function watchQueues(registers: Registry[], queues: () => Promise<readonly QueueState[]>): void {
  let asking: Promise<readonly QueueState[]> | undefined;
  // All gauges are read concurrently and share one query.
  const states = () =>
    (asking ??= queues()
      .catch(() => [])
      .finally(() => (asking = undefined)));
  for (const { valueOf, ...about } of queueGauges) {
    const gauge = new Gauge({
      ...about,
      labelNames: ['queue'],
      registers,
      async collect() {
        const found = await states();
        gauge.reset();
        for (const state of found) gauge.set({ queue: state.name }, valueOf(state));
      },
    });
  }
}

/** The facts about the replica and its counts of answers; undefined where no replica is configured. */
export type WatchedReplica =
  | {
      facts(): ReplicaFacts;
      counts(): Readonly<Record<ServedKind, number>>;
      listCounts(): Readonly<Record<ListOutcome, number>>;
    }
  | undefined;

/** Adds the state of the replica and the requests answered from it. */
export function watchReplica(registers: Registry[], replica: WatchedReplica): void {
  const problem = new Gauge({
    name: 'wattle_replica_problem',
    help: '1 with its name while the replica cannot be used; no value while it can, and without a replica',
    labelNames: ['problem'],
    registers,
    collect() {
      problem.reset();
      const found = replica?.facts().problem;
      if (found) problem.set({ problem: found }, 1);
    },
  });
  const lag = new Gauge({
    name: 'wattle_replica_lag_seconds',
    help: 'How much the replica lacked when the primary last answered; 0 while that is unknown, and without a replica',
    registers,
    collect() {
      lag.set((replica?.facts().lagMs ?? 0) / 1_000);
    },
  });
  const answers = new Counter({
    name: 'wattle_replica_answers_total',
    help: 'Requests for emergency pages answered from the replica, by kind, and those refused because it could not be used',
    labelNames: ['kind'],
    registers,
    collect() {
      answers.reset();
      const counts = replica?.counts();
      for (const kind of servedKinds) answers.inc({ kind }, counts?.[kind] ?? 0);
    },
  });
  const lists = new Counter({
    name: 'wattle_replica_lists_total',
    help: 'Lists, reports and exports that may read from the replica, by outcome: replica, or why from the primary',
    labelNames: ['outcome'],
    registers,
    collect() {
      lists.reset();
      const counts = replica?.listCounts();
      for (const outcome of listOutcomes) lists.inc({ outcome }, counts?.[outcome] ?? 0);
    },
  });
  watchState(
    registers,
    {
      name: 'wattle_replica_serving',
      help: '1 while the primary does not answer and emergency pages are read from the replica',
    },
    () => Boolean(replica?.facts().servingSince),
  );
}

/** Adds whether each required service responds. */
export function watchServices(registers: Registry[], states: () => readonly ServiceState[]): void {
  const gauge = new Gauge({
    name: 'wattle_service_up',
    help: '1 where a service that the product needs answered when it was last asked, which is every 10 seconds, and 0 where it did not',
    labelNames: ['service'],
    registers,
    collect() {
      for (const { name, isUp } of states()) gauge.set({ service: name }, isUp ? 1 : 0);
    },
  });
}

/** Adds a number from the database, which is reset while the database is unavailable. */
export function watchNumber(registers: Registry[], about: About, read: () => Promise<number>): void {
  const gauge = new Gauge({
    ...about,
    registers,
    async collect() {
      gauge.reset();
      const value = await read().catch(() => null);
      if (value !== null) gauge.set(value);
    },
  });
}

/** Adds a state that is 1 or 0. */
export function watchState(
  registers: Registry[],
  about: About,
  isSet: () => boolean | Promise<boolean>,
): void {
  const gauge = new Gauge({
    ...about,
    registers,
    async collect() {
      gauge.set((await isSet()) ? 1 : 0);
    },
  });
}
