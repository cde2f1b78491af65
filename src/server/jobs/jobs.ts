import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import { byDatabaseClock } from '../db/clock.ts';
import { indexMedicareCards } from '../db/sealing/held-medicare.ts';
import type { Services } from '../pipeline/context.ts';
import { ensurePaymentPlans } from '../features/billing/api.ts';
import { foldCustomerCounts, oldestCountChange } from '../features/customers/api.ts';
import { closeEndedImpersonations } from '../features/impersonation/api.ts';
import type { Mailer } from '../ports/mail/port.ts';
import { inTrace } from '../ports/traces/port.ts';
import { makeContactMailsDue } from '../features/sharing/api.ts';
import { makeDigestsDue } from '../features/notifications/digests.ts';
import { cleanUp, deleteFinishedJobs } from './cleanup.ts';
import { tidyFiles } from './file-tasks.ts';
import { findTask, handlersOf } from './handlers.ts';
import { startNightlyTasks } from './nightly-tasks.ts';
import { compareBooks, lookAfterPaymentPlans, settleWaiting } from './payment-tasks.ts';
import { carryOutRequests, removeStaleSignUps } from './privacy-tasks.ts';
import {
  attemptLimit,
  codeOf,
  onceIn,
  openQueue,
  queueNames,
  rhythm,
  type JobData,
  type QueueName,
} from './queue.ts';
import { queueStates, type QueueState } from './queue-states.ts';
import { renewMark } from '../installation/installation.ts';
import { startRelay } from './relay.ts';
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

/**
 * Milliseconds between the starts of jobs in queues that can contain hundreds of thousands. A process starts at most a hundred a
 * second, so that user requests get their share of time and of database connections.
 */
const gapMs: Partial<Record<QueueName, number>> = { invitations: 10 };

/** The same, in milliseconds, while the process works on an import, which needs its own share of the time. */
const gapBesideImports = 50;

const stopPatienceMs = 10_000;

/** Age in seconds at which a change of customer counts that is still locked is logged. */
const lockedTooLongSeconds = 60;

/**
 * Starts the work after commits: the relay that moves events to the queue, the workers, and the nightly tasks. First stores the
 * payment plans on offer.
 * @throws when the database is unavailable
 */
export async function startJobs({ services, mailer, pool, log }: JobsOptions): Promise<Jobs> {
  const boss = await openQueue(pool, log);

  let imports = 0;
  /** Returns the milliseconds between the starts of two jobs of a queue. */
  const gapOf = (name: QueueName) => {
    const usual = gapMs[name] ?? 0;
    return usual > 0 && imports > 0 ? gapBesideImports : usual;
  };

  async function performAll(name: QueueName, jobs: JobWithMetadata<JobData>[]): Promise<JobResult[]> {
    if (name === 'imports') imports += 1;
    try {
      const gap = gapOf(name);
      return await Promise.all(
        jobs.map(async (job, at) => {
          if (gap > 0) await pause(at * gap);
          return perform(job);
        }),
      );
    } finally {
      if (name === 'imports') imports -= 1;
    }
  }

  async function perform(job: JobWithMetadata<JobData>): Promise<JobResult> {
    const { event, handler, payload, at } = job.data;
    try {
      // A job of another version of the product may name a handler that this version does not have: it stays queued.
      const task = findTask(event, handler);
      if (!task) throw new Error('No such handler');
      const facts = {
        ...{ 'wattle.job.event': event, 'wattle.job.handler': handler },
        'wattle.job.attempt': job.retryCount + 1,
      };
      await inTrace(services.trace, { name: `job ${event}/${handler}`, kind: 'consumer', facts }, () =>
        task.run(payload, { services, mailer, log, jobId: job.id, at: new Date(at) }),
      );
      return { id: job.id, status: 'completed' };
    } catch (error) {
      report(job, error);
      // The queue stores this output, so it gets no more than the log.
      return { id: job.id, status: 'failed', output: { code: codeOf(error) } };
    }
  }

  function report(job: JobWithMetadata<JobData>, error: unknown): void {
    const attempt = job.retryCount + 1;
    const name = `${job.data.event}/${job.data.handler} ${job.id}`;
    if (attempt >= attemptLimit)
      log(`A job was given up after ${attempt} attempts: ${name} (${codeOf(error)}).`, 'error');
    else if (isRound(attempt))
      log(
        `A job did not work at attempt ${attempt} and is tried again: ${name} (${codeOf(error)}).`,
        'error',
      );
  }

  const workers = new Map<QueueName, string>();
  try {
    await ensurePaymentPlans(services.db, services.config.payments.priceIds);
    for (const name of queueNames) {
      const worker = await boss.work<JobData, JobResult[], typeof workOptions>(
        name,
        workOptions,
        (jobs: JobWithMetadata<JobData>[]) => performAll(name, jobs),
      );
      workers.set(name, worker);
    }
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
    tasks: [
      {
        name: 'clean-up',
        failed: 'The nightly clean-up did not work and is tried again',
        run: (clock) => cleanUp({ ...services, clock }),
      },
      {
        name: 'finished-jobs',
        failed: 'Finished jobs could not be deleted, which is tried again',
        run: (clock) => deleteFinishedJobs({ ...services, clock }),
      },
      {
        name: 'summaries',
        failed: 'The summaries could not be made and are tried again',
        run: (clock) => makeDigestsDue({ ...services, clock }),
      },
      {
        name: 'contacts',
        failed: 'Mails about requests to contacts could not be made due, which is tried again',
        run: (clock) => makeContactMailsDue({ ...services, clock }),
      },
      {
        name: 'wishes',
        failed:
          'Expired copies of data and due deletions of accounts could not be handled, which is tried again',
        run: (clock) => carryOutRequests({ ...services, clock }, log),
      },
      {
        name: 'sign-ups',
        failed: 'Expired sign-ups could not be removed, which is tried again',
        run: (clock) => removeStaleSignUps({ ...services, clock }, log),
      },
      {
        name: 'files',
        failed: 'Unfinished uploads and unused files could not be removed, which is tried again',
        run: (clock) => tidyFiles({ ...services, clock }, log),
      },
      {
        name: 'payment-plans',
        failed: 'The tasks of payment plans could not be finished, which is tried again',
        run: (clock) => lookAfterPaymentPlans({ ...services, clock }, log),
      },
      {
        name: 'payment-books',
        failed: 'The books of payment could not be compared, which is tried again',
        run: (clock) => compareBooks({ ...services, clock }, log),
      },
      {
        name: 'installation',
        failed: 'The database could not be marked as the one in use, which is tried again',
        run: () => renewMark(services.db, services.objectStore),
      },
      {
        name: 'medicare-cards',
        failed: 'Medicare numbers could not be indexed, which is tried again',
        run: () => indexMedicareCards(services.db, services.keyring),
      },
    ],
  });

  const muffled = onceIn(10 * 60_000);
  const muffledFold = onceIn(10 * 60_000);
  const settle = () => {
    settleWaiting(services, log).catch((error: unknown) =>
      muffled(() => log(`Payments whose outcome is not known wait (${codeOf(error)}).`, 'error')),
    );
  };
  settle();
  const minutely = setInterval(() => {
    settle();
    byDatabaseClock(services)
      .then(closeEndedImpersonations)
      .catch((error: unknown) =>
        log(`Visits of staff that ended could not be closed (${codeOf(error)}).`, 'error'),
      );
  }, 60_000);
  minutely.unref();

  // Readers add the changes that are not folded yet, so keeping these few keeps reads fast.
  let folding = Promise.resolve();
  const fold = setInterval(() => {
    folding = folding
      .then(() => foldCustomerCounts(services.db))
      .then(async ({ skipped }) => {
        // Another server that folds at the same moment also locks rows, but only briefly.
        if (skipped > 0 && (await oldestCountChange(services.db)) > lockedTooLongSeconds)
          muffledFold(() =>
            log(`Another transaction keeps ${skipped} changes of the customer counts locked.`),
          );
      })
      .catch((error: unknown) =>
        muffledFold(() => log(`Counts of customers could not be folded (${codeOf(error)}).`, 'error')),
      );
  }, 5_000);
  fold.unref();

  return {
    wake: relay.wake,
    queues: () => queueStates(boss, pool),
    async stop() {
      clearInterval(minutely);
      clearInterval(fold);
      await Promise.race([folding, pause(stopPatienceMs, undefined, { ref: false })]);
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

/** True for 1, 10, 100 and so on: an outage is logged at these attempts, not at each. */
const isRound = (attempt: number) => Number.isInteger(Math.log10(attempt));
