import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Services } from '../pipeline/context.ts';
import { ensurePaymentPlans } from '../features/billing/api.ts';
import type { Mailer } from '../ports/mail/port.ts';
import { handlersOf } from './events/handlers.ts';
import { startNightlyTasks } from './nightly/nightly-tasks.ts';
import { nightlyTasks } from './nightly/nightly-work.ts';
import { openQueue, queueNames, rhythm, type JobData, type QueueName } from './queue.ts';
import type { QueueState } from './queue-state.ts';
import { queueStates } from './queue-states.ts';
import { startRegularWork } from './regular-work.ts';
import { startRelay } from './events/relay.ts';
import { createRunJobs, type RunJobs } from './run-jobs.ts';
import type { WriteLine } from '../ports/write-line.ts';

export type JobsOptions = {
  services: Services;
  mailer: Mailer;
  /** The pool under `services.db`, for the queue's own statements. */
  pool: Pool;
  log: WriteLine;
};

export type Jobs = {
  /** Signals a committed change. Returns immediately. */
  wake(): void;
  /** Returns the state of each queue. @throws when the database is unavailable */
  queues(): Promise<readonly QueueState[]>;
  /** Waits for running jobs, at most ten seconds. The next process runs unfinished ones. */
  stop(): Promise<void>;
};

/** Maximum number of jobs of one queue that one process runs at the same time. */
const atOnce = 10;

const stopPatienceMs = 10_000;

/** Starts a worker for each queue. Returns their ids. */
async function startWorkers(boss: PgBoss, runJobs: RunJobs): Promise<ReadonlyMap<QueueName, string>> {
  const workers = new Map<QueueName, string>();
  for (const name of queueNames) {
    const worker = await boss.work<JobData, JobResult[], typeof workOptions>(
      name,
      workOptions,
      (jobs: JobWithMetadata<JobData>[]) => runJobs(name, jobs),
    );
    workers.set(name, worker);
  }
  return workers;
}

/**
 * Starts the work after commits: the relay that moves events to the queue, the workers, and the regular and nightly tasks. First
 * stores the payment plans on offer.
 * @throws when the database is unavailable
 */
export async function startJobs({ services, mailer, pool, log }: JobsOptions): Promise<Jobs> {
  const boss = await openQueue(pool, log);
  let workers: ReadonlyMap<QueueName, string>;
  try {
    await ensurePaymentPlans(services.db, services.config.payments.priceIds);
    workers = await startWorkers(boss, createRunJobs({ services, mailer, log }));
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const relay = startRelay({
    db: services.db,
    boss,
    handlersOf,
    jobsWaiting: (queues) => {
      for (const [name, worker] of workers) if (queues.has(name)) boss.notifyWorker(worker);
    },
    log,
  });
  const nightly = startNightlyTasks({
    db: services.db,
    log,
    now: services.clock,
    trace: services.trace,
    tasks: nightlyTasks(services, log),
  });
  const regular = startRegularWork(services, log);

  return {
    wake: relay.wake,
    queues: () => queueStates(boss, pool),
    async stop() {
      await regular.stop(stopPatienceMs);
      await Promise.race([nightly.stop(), pause(stopPatienceMs, undefined, { ref: false })]);
      await relay.stop();
      await boss.stop({ graceful: true, timeout: stopPatienceMs });
      await mailer.close();
    },
  };
}

const workOptions = {
  batchSize: atOnce,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: rhythm.polling,
  heartbeatRefreshSeconds: rhythm.signOfLife,
  perJobResults: true,
  includeMetadata: true,
} as const;
