import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Age of a statement, in milliseconds, at which the database is checked with a new connection. */
const suspiciousMs = 2_500;
/** Timeout of that check in milliseconds, including the connection. A database that is only slow answers within it. */
const probeMs = 1_800;
const tickMs = 250;
/** Length of the steps in which the time of the check is counted, in milliseconds. */
const stepMs = 50;

/** Watches running statements. */
export type SilenceWatch = {
  /** Runs a statement of a connection. `abandon` must make it fail at once. */
  watch<Result>(abandon: () => void, statement: () => Promise<Result>): Promise<Result>;
};

/** Returns true if the database answers a new connection in time, even with a refusal. */
async function answers(makeClient: () => pg.Client): Promise<boolean> {
  const client = makeClient();
  client.on('error', () => {});
  const asked = (async () => {
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      return error instanceof pg.DatabaseError;
    }
  })();
  const over = (async () => {
    // A step that is late because this process is busy counts as one step, so that its own load is not mistaken for a database
    // that does not respond.
    for (let left = probeMs / stepMs; left > 0; left -= 1) await pause(stepMs, undefined, { ref: false });
    // Data that arrived meanwhile is read before the timeout applies.
    return new Promise<boolean>((resolve) => setImmediate(() => setImmediate(() => resolve(false))));
  })();
  const isAlive = await Promise.race([asked, over]);
  // An unanswered `end()` would wait for the end of its connection too.
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  return isAlive;
}

/**
 * Detects within five seconds that a database does not respond (frozen, or disconnected without notice), although the statement
 * timeout is ten seconds: an old statement is abandoned only if a new connection gets no answer either.
 */
export function watchSilence(makeClient: () => pg.Client): SilenceWatch {
  const underWay = new Set<{ since: number; abandon: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  const old = () => {
    const now = performance.now();
    return [...underWay].filter(({ since }) => now - since >= suspiciousMs);
  };

  async function tick(): Promise<void> {
    if (underWay.size === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (isAsking || old().length === 0) return;
    isAsking = true;
    try {
      if (!(await answers(makeClient))) for (const { abandon } of old()) abandon();
    } finally {
      isAsking = false;
    }
  }

  return {
    async watch(abandon, statement) {
      const entry = { since: performance.now(), abandon };
      underWay.add(entry);
      timer ??= setInterval(() => void tick(), tickMs).unref();
      try {
        return await statement();
      } finally {
        underWay.delete(entry);
      }
    },
  };
}
