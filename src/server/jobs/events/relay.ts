import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Tx } from '../../pipeline/context.ts';
import { jobsOfEvents, type EventHandler, type LeftEvent } from './jobs-of-events.ts';
import { codeOf, insideOf, onceIn, queueNames, type QueueName } from '../queue.ts';
import type { PgBoss } from 'pg-boss';
import type { WriteLine } from '../../ports/write-line.ts';

/** Maximum number of events that one transaction dispatches. */
const batchSize = 100;

/** How long an event can wait so that several are dispatched together, in milliseconds. */
const gatherMs = 50;

export type Relay = {
  /** Signals a committed change. Returns immediately. */
  wake(): void;
  /** Dispatches all waiting events. Returns the number of events. @throws when the database is unavailable */
  drain(): Promise<number>;
  /** Stops after the running batch. */
  stop(): Promise<void>;
};

type RelayOptions = {
  db: Database;
  boss: Pick<PgBoss, 'insert'>;
  /** Returns the handlers of an event. An event without any is dropped. */
  handlersOf: (event: string) => readonly EventHandler[];
  /** Called after a batch that made jobs, with their queues. */
  jobsWaiting: (queues: ReadonlySet<QueueName>) => void;
  log: WriteLine;
  /** Polling interval without a wake-up, in milliseconds. */
  intervalMs?: number;
};

type Moved = { events: number; last: number };

/** Moves the first events after an id, in one transaction. */
async function moveBatch(options: RelayOptions, after: number): Promise<Moved> {
  const { db, boss, handlersOf, jobsWaiting } = options;
  // Most polls find nothing; check with one statement, without a transaction.
  const waiting = await db
    .selectFrom('outbox')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return { events: 0, last: after };
  const moved = await db.transaction().execute(async (tx) => {
    const events = await takeEvents(tx, after);
    const jobs = jobsOfEvents(events, handlersOf);
    for (const name of queueNames) {
      const own = jobs.filter((job) => job.queue === name).map(({ queue: _, ...job }) => job);
      if (own.length > 0) await boss.insert(name, own, { db: insideOf(tx) });
    }
    const queues = new Set(jobs.map(({ queue }) => queue));
    return { events: events.length, queues, last: Math.max(after, ...events.map(({ id }) => id)) };
  });
  if (moved.queues.size > 0) jobsWaiting(moved.queues);
  return moved;
}

/** Deletes the first events after an id that no other process has locked, and returns them in their order. */
async function takeEvents(tx: Tx, after: number): Promise<(LeftEvent & { id: number })[]> {
  const { rows } = await sql<LeftEvent & { id: number }>`
    delete from outbox
    where id = any(array(
      select id from outbox where id > ${after} order by id limit ${batchSize} for update skip locked))
    returning id, type, payload, created_at`.execute(tx);
  return rows.sort((one, next) => one.id - next.id);
}

/**
 * Moves events from the outbox to the job queue. Removing an event and adding its jobs is one transaction, so an event is
 * dispatched exactly once, whatever dies in between. Several processes can run it at once: each skips rows locked by another.
 */
export function startRelay(options: RelayOptions): Relay {
  const { log } = options;
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | null = null;
  const muffled = onceIn(60_000);

  async function drain(): Promise<number> {
    let total = 0;
    // Each batch starts where the previous one ended: before it are deleted rows that vacuum has not removed yet.
    let after = 0;
    for (;;) {
      const { events, last } = await moveBatch(options, after);
      total += events;
      if (stopped || (events < batchSize && after === 0)) return total;
      // An event with a lower id may have been committed meanwhile.
      after = events < batchSize ? 0 : last;
    }
  }

  async function run(): Promise<void> {
    while (wanted && !stopped) {
      // Batch events before dispatching them, because changes arrive in bursts.
      await pause(gatherMs);
      wanted = false;
      try {
        await drain();
      } catch (error) {
        muffled(() =>
          log(`Events wait, because the database could not be reached (${codeOf(error)}).`, 'error'),
        );
      }
    }
    running = null;
  }

  function wake(): void {
    wanted = true;
    if (!stopped) running ??= run();
  }

  const timer = setInterval(wake, options.intervalMs ?? 2_000);
  timer.unref();
  wake();

  return {
    wake,
    drain,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
