import { sql } from 'kysely';
import { timeZone, type IsoDate } from '../../../domain/fields.ts';
import { clockFrom, databaseTime } from '../../db/clock.ts';
import type { Database } from '../../pipeline/context.ts';
import { codeOf, onceIn } from '../queue.ts';
import { inTrace, type Trace } from '../../ports/traces/port.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** A task that runs once a day, by the database's clock. `failed` is the log message for a failure. */
export type NightlyTask = { name: string; failed: string; run: (clock: () => Date) => Promise<unknown> };

export type NightlyTasks = {
  /** Runs the tasks that are due and not done. For tests; otherwise this happens at the start and every minute. */
  runDue(): Promise<void>;
  /** Stops checking, and waits for the tasks that are running. */
  stop(): Promise<void>;
};

type NightlyTasksOptions = {
  db: Database;
  tasks: readonly NightlyTask[];
  log: WriteLine;
  /** The clock of this server. It is only compared with the database's clock, which decides what is due. */
  now?: () => Date;
  readTime?: (db: Database) => Promise<Date>;
  /** How often to check what is due, in milliseconds. */
  intervalMs?: number;
  trace?: Trace | undefined;
};

/** How long a claim holds without a heartbeat, and how long a task waits after a failure, in seconds. */
const patience = { claim: 180, failure: 600 } as const;

/**
 * Maximum difference between the clocks of server and database. Above it one of them is wrong, and nothing is deleted by either.
 */
const skewAtMostMs = 2 * 60_000;

/** Returns the Melbourne date of the last 3:30 a.m., when traffic is lowest: the nightly run of this date is due. */
export function dueDay(now: Date): IsoDate {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const due = local.with({ hour: 3, minute: 30, second: 0, millisecond: 0 });
  const last = Temporal.ZonedDateTime.compare(due, local) <= 0 ? local : local.subtract({ days: 1 });
  return last.toPlainDate().toString();
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Marks the tasks as done in a new database, which has nothing to catch up on. */
async function begin(db: Database, tasks: readonly NightlyTask[], day: IsoDate): Promise<void> {
  const rows = tasks.map(({ name }) => ({
    task: name,
    night: day,
    claimed_until: sql<Date>`now()`,
    done_at: sql<Date>`now()`,
  }));
  await db
    .insertInto('nights')
    .values(rows)
    .onConflict((conflict) => conflict.column('task').doNothing())
    .execute();
}

/**
 * Claims a task for a date, in one statement, so that one process gets it. Another process can claim it when the heartbeat of
 * that process stops. Uses the database's clock, which is the same for all processes. A row with a later date was written by a
 * wrong clock and would stop the task until that date, so it is ignored. The exception is the next date, because that passes
 * without help.
 */
async function claim(db: Database, task: string, day: IsoDate): Promise<boolean> {
  const { rows } = await sql`
    insert into nights as known (task, night, claimed_until)
    values (${task}, ${day}, ${inSeconds(patience.claim)})
    on conflict (task) do update
      set night = excluded.night, claimed_until = excluded.claimed_until, done_at = null
      where known.night < excluded.night
        or (known.night > excluded.night + 1 and known.claimed_until <= now())
        or (known.night = excluded.night and known.done_at is null and known.claimed_until <= now())
    returning task`.execute(db);
  return rows.length > 0;
}

async function isDone(db: Database, task: string, day: IsoDate): Promise<boolean> {
  const row = await db
    .selectFrom('nights')
    .select('done_at')
    .where('task', '=', task)
    .where('night', '>=', day)
    .where('night', '<=', sql<IsoDate>`${day}::date + 1`)
    .executeTakeFirst();
  return row !== undefined && row.done_at !== null;
}

type Result = 'running' | 'done' | 'failed';

const databaseNow = sql<Date>`now()`;

/** Columns for each result. `claim` removes `done_at`, so the last run is kept in a column of its own. */
const columnsOf = {
  running: {},
  done: { done_at: databaseNow, last_done_at: databaseNow, failed_at: null },
  failed: { failed_at: databaseNow },
} as const;

const note = (db: Database, task: string, day: IsoDate, seconds: number, result: Result) =>
  db
    .updateTable('nights')
    .set({ claimed_until: inSeconds(seconds), ...columnsOf[result] })
    .where('task', '=', task)
    .where('night', '=', day)
    .execute();

/** Runs a task if no process has claimed it. Returns true if it is done for the date, by this process or by another one. */
async function attempt(
  { db, log, trace }: Pick<NightlyTasksOptions, 'db' | 'log' | 'trace'>,
  { name, failed, run }: NightlyTask,
  day: IsoDate,
  clock: () => Date,
): Promise<boolean> {
  if (!(await claim(db, name, day))) return isDone(db, name, day);
  const alive = setInterval(
    () => void note(db, name, day, patience.claim, 'running').catch(() => {}),
    (patience.claim * 1_000) / 3,
  );
  try {
    const facts = { 'wattle.job.event': 'nightly', 'wattle.job.handler': name };
    await inTrace(trace, { name: `nightly ${name}`, kind: 'internal', facts }, async () => run(clock));
    await note(db, name, day, 0, 'done');
    return true;
  } catch (error) {
    log(`${failed} (${codeOf(error)}).`, 'error');
    await note(db, name, day, patience.failure, 'failed').catch(() => {});
    return false;
  } finally {
    clearInterval(alive);
  }
}

/** Creates the function that returns the database's time, and null while the clock of this server differs, which is logged. */
function createAgreedTime({
  db,
  log,
  now,
  readTime,
}: Required<Pick<NightlyTasksOptions, 'db' | 'log' | 'now' | 'readTime'>>): () => Promise<Date | null> {
  const logSeldom = onceIn(10 * 60_000);
  return async () => {
    const asked = now().getTime();
    const time = await readTime(db);
    const between = (asked + now().getTime()) / 2;
    const skew = Math.round((between - time.getTime()) / 1_000);
    if (Math.abs(skew) * 1_000 <= skewAtMostMs) return time;
    logSeldom(() =>
      log(
        `The nightly work waits: the clock of this server is ${Math.abs(skew)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the database's.`,
        'error',
      ),
    );
    return null;
  };
}

/**
 * Runs the nightly tasks once for each date, in one of the running processes, as soon after 3:30 a.m. in Melbourne as one is
 * running. A date that was missed is caught up at the next start. Of several missed dates only the last one is run, because each
 * task does everything that is due. A task whose process died, or that failed, is claimed again after some minutes, so running it
 * again after a partial run must do no harm.
 */
export function startNightlyTasks({
  db,
  tasks,
  log,
  now = () => new Date(),
  readTime = databaseTime,
  intervalMs = 60_000,
  trace,
}: NightlyTasksOptions): NightlyTasks {
  let finished: IsoDate | null = null;
  let begun = false;
  let running: Promise<void> | null = null;
  const muffled = onceIn(10 * 60_000);
  const agreedTime = createAgreedTime({ db, log, now, readTime });

  async function work(): Promise<void> {
    try {
      const time = await agreedTime();
      if (!time) return;
      const day = dueDay(time);
      if (day === finished) return;
      if (!begun) await begin(db, tasks, day);
      begun = true;
      const done = await Promise.all(
        tasks.map((task) => attempt({ db, log, trace }, task, day, clockFrom(time))),
      );
      if (done.every(Boolean)) finished = day;
    } catch (error) {
      muffled(() =>
        log(`The nightly work waits: the database could not be reached (${codeOf(error)}).`, 'error'),
      );
    }
  }

  const runDue = () => (running ??= work().finally(() => (running = null)));
  const timer = setInterval(() => void runDue(), intervalMs);
  timer.unref();
  void runDue();

  return {
    runDue,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
