import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import { unprepared } from '../db/connection/prepared-statements.ts';
import type { Tx } from '../pipeline/context.ts';
import type { WriteLine } from '../ports/write-line.ts';

/**
 * The queues. A job is one handler's work on one event. Mails have their own queue, because they pile up while the mail server is
 * unavailable. Copies of all data take seconds each, and notices must not wait for them. Calls to the payment company wait while
 * it is unavailable. Customer imports take minutes, and the thousands of invitations of one import must not delay other mails.
 * Checks of files may each wait minutes for the virus scanner. Calls of residential-care systems may each take seconds, and so may notices to
 * clinical systems, whose addresses providers choose.
 */
export const queueNames = [
  'mails',
  'notices',
  'exports',
  'payments',
  'imports',
  'invitations',
  'checks',
  'care',
  'clinical',
] as const;

export type QueueName = (typeof queueNames)[number];

/** The stored data of a job. Ids only: names, addresses and answers are read when it runs. */
export type JobData = {
  event: string;
  handler: string;
  payload: Record<string, unknown>;
  /** The time of the commit, ISO 8601. */
  at: string;
};

/**
 * Runs the queue's statements on the server's own pool, so that a database that moves to another port is found again. The queue
 * sends whole transactions as one text: if one fails in the middle, its connection is still in a transaction and is discarded.
 */
function databaseOf(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      let broken = true;
      try {
        const result = await client.query(text, values as unknown[]);
        broken = false;
        return result;
      } finally {
        client.release(broken);
      }
    },
  };
}

/** Runs the queue's statements inside one of our transactions. */
export function insideOf(tx: Tx): Db {
  return {
    async executeSql(text, values) {
      // Not prepared, because the queue may change its tables under its statements.
      const { rows } = await tx.executeQuery(unprepared(CompiledQuery.raw(text, [...(values ?? [])])));
      return { rows };
    },
  };
}

/**
 * Retry policy. Delays grow from 2 to 30 seconds, so that work resumes within half a minute after an outage of any length; after
 * about a day the job is given up (a verification link lives no longer).
 */
const retries = {
  retryLimit: 2_900,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 30,
  retentionSeconds: 14 * 24 * 60 * 60,
  // The queue would delete them in one statement, which is too slow for many jobs: the nightly clean-up deletes them earlier,
  // after a day.
  deleteAfterSeconds: 3 * 24 * 60 * 60,
} as const;

/**
 * Heartbeat timeout for each job, and the time after which a job counts as stuck although its process is alive, in seconds. A
 * copy of all data may take minutes, and must not be started twice meanwhile.
 */
const patience: Record<QueueName, { heartbeatSeconds: number; expireInSeconds: number }> = {
  mails: { heartbeatSeconds: 10, expireInSeconds: 120 },
  notices: { heartbeatSeconds: 10, expireInSeconds: 120 },
  exports: { heartbeatSeconds: 30, expireInSeconds: 900 },
  payments: { heartbeatSeconds: 10, expireInSeconds: 120 },
  imports: { heartbeatSeconds: 30, expireInSeconds: 1_800 },
  invitations: { heartbeatSeconds: 10, expireInSeconds: 120 },
  checks: { heartbeatSeconds: 10, expireInSeconds: 900 },
  care: { heartbeatSeconds: 10, expireInSeconds: 300 },
  clinical: { heartbeatSeconds: 10, expireInSeconds: 120 },
};

/** Heartbeat, supervision and polling intervals, in seconds. */
export const rhythm = { signOfLife: 3, supervision: 5, polling: 4 } as const;

/** Returns the maximum time until another process takes a killed process's job, in seconds. */
export const takenUpWithin = (name: QueueName): number =>
  // With several processes, supervision may be late by up to two intervals.
  patience[name].heartbeatSeconds + 2 * rhythm.supervision + 2 * retries.retryDelay + rhythm.polling;

/** Number of attempts before a job is given up. */
export const attemptLimit = retries.retryLimit + 1;

/** Opens the queue in the schema `jobs`, which the queue creates and migrates itself. */
export async function openQueue(pool: Pool, log: WriteLine): Promise<PgBoss> {
  const boss = new PgBoss({
    db: databaseOf(pool),
    schema: 'jobs',
    // We schedule nothing through the queue, and its idle watchers would query the database every few seconds.
    schedule: false,
    flowIntervalSeconds: 600,
    superviseIntervalSeconds: rhythm.supervision,
    monitorIntervalSeconds: rhythm.supervision,
    monitorVacuum: false,
  });
  // A database outage is logged once here and once in the relay. The queue recovers without help when the database is back.
  const muffled = onceIn(60_000);
  boss.on('error', (error) =>
    muffled(() => log(`The job queue could not reach the database (${codeOf(error)}).`, 'error')),
  );
  try {
    await boss.start();
    for (const name of queueNames) {
      const settings = { ...retries, ...patience[name] };
      await boss.createQueue(name, settings);
      await boss.updateQueue(name, settings);
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

/** Returns the code of an error, or its name: never its message, which may contain a value. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}

/** Returns a function that runs one call and drops further calls for `ms` milliseconds. */
export function onceIn(ms: number): (call: () => void) => void {
  let last = -Infinity;
  return (call) => {
    const now = performance.now();
    if (now - last < ms) return;
    last = now;
    call();
  };
}
