import { setTimeout as pause } from 'node:timers/promises';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import { inTrace } from '../ports/traces/port.ts';
import { findTask } from './events/handlers.ts';
import { attemptLimit, codeOf, type JobData, type QueueName } from './queue.ts';
import type { JobContext } from './task.ts';

type Job = JobWithMetadata<JobData>;

/**
 * Milliseconds between the starts of jobs in queues that can contain hundreds of thousands. A process starts at most a hundred a
 * second, so that user requests get their share of time and of database connections.
 */
const gapMs: Partial<Record<QueueName, number>> = { invitations: 10 };

/** The same, in milliseconds, while the process works on an import, which needs its own share of the time. */
const gapBesideImports = 50;

/** Runs jobs of one queue at the same time, and returns their results. A failed job is logged, never thrown. */
export type RunJobs = (name: QueueName, jobs: Job[]) => Promise<JobResult[]>;

/** Creates the function that runs the jobs of this process. */
export function createRunJobs(context: Omit<JobContext, 'jobId' | 'at'>): RunJobs {
  let imports = 0;
  /** Returns the milliseconds between the starts of two jobs of a queue. */
  const gapOf = (name: QueueName) => {
    const usual = gapMs[name] ?? 0;
    return usual > 0 && imports > 0 ? gapBesideImports : usual;
  };
  return async (name, jobs) => {
    if (name === 'imports') imports += 1;
    try {
      const gap = gapOf(name);
      return await Promise.all(
        jobs.map(async (job, at) => {
          if (gap > 0) await pause(at * gap);
          return runJob(context, job);
        }),
      );
    } finally {
      if (name === 'imports') imports -= 1;
    }
  };
}

async function runJob(context: Omit<JobContext, 'jobId' | 'at'>, job: Job): Promise<JobResult> {
  const { event, handler, payload, at } = job.data;
  try {
    // A job of another version of the product may name a handler that this version does not have: it stays queued.
    const task = findTask(event, handler);
    if (!task) throw new Error('No such handler');
    const facts = {
      ...{ 'wattle.job.event': event, 'wattle.job.handler': handler },
      'wattle.job.attempt': job.retryCount + 1,
    };
    await inTrace(context.services.trace, { name: `job ${event}/${handler}`, kind: 'consumer', facts }, () =>
      task.run(payload, { ...context, jobId: job.id, at: new Date(at) }),
    );
    return { id: job.id, status: 'completed' };
  } catch (error) {
    logFailure(context, job, error);
    // The queue stores this output, so it gets no more than the log.
    return { id: job.id, status: 'failed', output: { code: codeOf(error) } };
  }
}

function logFailure({ log }: Pick<JobContext, 'log'>, job: Job, error: unknown): void {
  const attempt = job.retryCount + 1;
  const name = `${job.data.event}/${job.data.handler} ${job.id}`;
  if (attempt >= attemptLimit)
    log(`A job was given up after ${attempt} attempts: ${name} (${codeOf(error)}).`, 'error');
  else if (isRound(attempt))
    log(`A job did not work at attempt ${attempt} and is tried again: ${name} (${codeOf(error)}).`, 'error');
}

/** True for 1, 10, 100 and so on: an outage is logged at these attempts, not at each. */
const isRound = (attempt: number) => Number.isInteger(Math.log10(attempt));
