import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import type { Tx } from '../pipeline/context.ts';
import type { WriteLine } from '../ports/write-line.ts';

/**
 * The queues. A job is one handler's work on one event. Mails wait by themselves: while the mail server is away they pile up,
 * and nothing else may stand behind them. Copies of everything take seconds each, and notices must not wait for them. What asks the payment company waits while that is away. Lists of
 * customers take minutes, and the thousands of invitations that come of one must not stand before other mails. Checks of files may each
 * wait minutes for the virus scanner.
 */
export const queueNames = [
  'mails',
  'notices',
  'exports',
  'payments',
  'imports',
  'invitations',
  'checks',
] as const;

export type QueueName = (typeof queueNames)[number];

/** A job as it waits in the queue. Ids only: names, addresses and answers are read when it runs. */
export type JobData = {
  event: string;
  handler: string;
  payload: Record<string, unknown>;
  /** When the change was committed, ISO 8601. */
  at: string;
};

/**
 * Runs the queue's statements on the server's own pool, so that a database that moves to another port is found again.
 * The queue sends whole transactions as one text: when one fails half way its connection still holds it, and is thrown away.
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

/** Runs the queue's statements inside a transaction of ours. */
export function insideOf(tx: Tx): Db {
  return {
    async executeSql(text, values) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...(values ?? [])]));
      return { rows };
    },
  };
}

/**
 * How long and how often a job is tried. Waits grow from 2 to 30 seconds, so that after an outage of any length work goes
 * on within half a minute of its end; after about a day the job is given up (a verification link lives no longer).
 */
const retries = {
  retryLimit: 2_900,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 30,
  retentionSeconds: 14 * 24 * 60 * 60,
  // In one statement, which is too much after a great many jobs: the nightly clean-up comes first, after a day.
  deleteAfterSeconds: 3 * 24 * 60 * 60,
} as const;

/**
 * Within how many seconds a process gives a sign of life for each of its jobs, and after how many a job is taken for stuck
 * although its process lives. A copy of everything may take minutes, and must not be begun twice meanwhile.
 */
const patience: Record<QueueName, { heartbeatSeconds: number; expireInSeconds: number }> = {
  mails: { heartbeatSeconds: 10, expireInSeconds: 120 },
  notices: { heartbeatSeconds: 10, expireInSeconds: 120 },
  exports: { heartbeatSeconds: 30, expireInSeconds: 900 },
  payments: { heartbeatSeconds: 10, expireInSeconds: 120 },
  imports: { heartbeatSeconds: 30, expireInSeconds: 1_800 },
  invitations: { heartbeatSeconds: 10, expireInSeconds: 120 },
  checks: { heartbeatSeconds: 10, expireInSeconds: 900 },
};

/** How often signs of life are given and asked for, and how often a process asks for jobs that others left, in seconds. */
export const rhythm = { signOfLife: 3, supervision: 5, polling: 4 } as const;

/** How long a job of a process that was killed waits at most until another process takes it up, in seconds. */
export const takenUpWithin = (name: QueueName): number =>
  // The supervision of several processes may come as late as two rounds.
  patience[name].heartbeatSeconds + 2 * rhythm.supervision + 2 * retries.retryDelay + rhythm.polling;

/** How many attempts a job has before it is given up. */
export const attemptLimit = retries.retryLimit + 1;

/** Opens the queue in the schema `jobs`, which it makes and migrates itself. */
export async function openQueue(pool: Pool, log: WriteLine): Promise<PgBoss> {
  const boss = new PgBoss({
    db: databaseOf(pool),
    schema: 'jobs',
    // Nothing of ours runs by the calendar through the queue, and its idle watchers would ask the database every few seconds.
    schedule: false,
    flowIntervalSeconds: 600,
    superviseIntervalSeconds: rhythm.supervision,
    monitorIntervalSeconds: rhythm.supervision,
    monitorVacuum: false,
  });
  // The database being away is told once here and once in the relay; the queue goes on by itself when it is back.
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

/** The code of an error, or its name: never its message, which may quote a value. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}

/** Lets one call through and drops others for `ms` milliseconds. */
export function onceIn(ms: number): (call: () => void) => void {
  let last = -Infinity;
  return (call) => {
    const now = performance.now();
    if (now - last < ms) return;
    last = now;
    call();
  };
}
