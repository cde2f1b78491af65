import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  appliedAsJson,
  isCompatible,
  MigrationError,
  NO_SUCH_TABLE,
  pendingMigrations,
  readMigrations,
  type AppliedMigration,
  type Migration,
} from './migrations.ts';

export interface MigrateOptions {
  readonly url: string;
  readonly folder?: string;
  readonly log?: (message: string) => void;
  /** Shorter waits, for tests. */
  readonly patience?: Partial<Patience>;
}

type Patience = {
  /** Milliseconds that a statement waits for a lock: every statement queued behind it waits as long. */
  lockMs: number;
  /** Milliseconds between two attempts, in which the statements queued behind it can run. */
  pauseMs: number;
  /** Number of attempts for one file. */
  tries: number;
  /** Milliseconds to wait for another migrating process. */
  turnMs: number;
};

// Shorter than PostgreSQL's deadlock_timeout of one second: in a deadlock between a migration and a request, the migration gives
// up first.
const usualPatience: Patience = { lockMs: 300, pauseMs: 1_000, tries: 240, turnMs: 600_000 };

// Any number that is not used for another lock: "wattle" on a telephone's keys.
const ADVISORY_LOCK = 928_853;

/** PostgreSQL's codes for lock_timeout and for a deadlock. */
const LOCK_CODES: readonly unknown[] = ['55P03', '40P01'];

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

async function readApplied(client: pg.Client | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ applied: AppliedMigration[] }>(`select ${appliedAsJson} as applied`);
  return rows[0]?.applied ?? [];
}

/** Describes the transaction that may be blocking, for the operator: ids and times only. */
async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::integer as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  );
  return rows[0]
    ? ` The oldest transaction is that of process ${rows[0].pid}, ${rows[0].seconds} s old.`
    : '';
}

/** Runs statements in a transaction that waits for no lock longer than `lockMs`, and retries it if a lock stayed taken. */
async function withLocks(
  client: pg.Client,
  name: string,
  patience: Patience,
  log: (message: string) => void,
  run: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${patience.lockMs}`);
      await run();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (!LOCK_CODES.includes(codeOf(error)) || attempt >= patience.tries) {
        throw new MigrationError(`${name} failed: ${(error as Error).message}`, { cause: error });
      }
      log(
        `${name} waits for a lock and lets others pass (try ${attempt} of ${patience.tries}).${await oldestTransaction(client)}`,
      );
      await pause(patience.pauseMs);
    }
  }
}

/** Waits until no other process migrates. The lock belongs to the session, so it is released if its process dies. */
async function takeTurn(
  client: pg.Client,
  patience: Patience,
  log: (message: string) => void,
): Promise<void> {
  const until = performance.now() + patience.turnMs;
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.mine) return;
    const holder = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted and database = (
         select oid from pg_database where datname = current_database())`,
      [ADVISORY_LOCK],
    );
    const who = `process ${holder.rows[0]?.pid ?? 'unknown'} of the database`;
    if (performance.now() > until) {
      throw new MigrationError(
        `Another Wattle has been migrating for too long (${who}). Find out whether it still works; if not, end it.`,
      );
    }
    if (tries === 0) log(`Another Wattle is migrating (${who}), waiting for it.`);
    await pause(Math.min(250, patience.turnMs));
  }
}

const createMigrationTable = `create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    compatible_from integer not null default 0
  )`;

async function runMigration(
  client: pg.Client,
  { number, name, sql, checksum, compatibleFrom }: Migration,
): Promise<void> {
  await client.query(sql);
  await client.query(
    'insert into schema_migrations (number, name, checksum, compatible_from) values ($1, $2, $3, $4)',
    [number, name, checksum, compatibleFrom],
  );
}

/** Runs migrations in an empty database, inside the caller's transaction: for a restore, which is undone as a whole. */
export async function createSchema(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    ADVISORY_LOCK,
  ]);
  if (!rows[0]?.mine) throw new MigrationError('Another Wattle is migrating this database. Stop it first.');
  await client.query(createMigrationTable);
  for (const migration of migrations) {
    await runMigration(client, migration);
    // As at a commit: a later migration cannot change a table with checks that wait.
    await client.query('set constraints all immediate; set constraints all deferred');
  }
}

async function prepareTable(
  client: pg.Client,
  patience: Patience,
  log: (message: string) => void,
): Promise<void> {
  await client.query(createMigrationTable);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'compatible_from'`,
  );
  if (rowCount) return;
  await withLocks(client, 'The table of migrations', patience, log, async () => {
    await client.query('alter table schema_migrations add column compatible_from integer not null default 0');
  });
}

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'wattle migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function findPending(client: pg.Client, files: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client).catch((error: unknown) => {
    if (codeOf(error) === NO_SUCH_TABLE) return [];
    throw error;
  });
  return pendingMigrations(files, applied);
}

/** Returns the migrations that `migrate` would run now. @throws MigrationError */
export function plannedMigrations({ url, folder }: MigrateOptions): Promise<Migration[]> {
  return withClient(url, (client) => findPending(client, readMigrations(folder)));
}

/**
 * Migrates the database to this program's version: each file in its own transaction, one process at a time. No statement waits
 * for a lock longer than 300 ms, so that one long reader does not block all other callers, and a deadlock ends the migration
 * instead of a request; a file that could not get its locks is retried. An up-to-date database is not written to. Returns the
 * names of the files that ran.
 * @throws MigrationError
 */
export function migrate({ url, folder, log = () => {}, patience }: MigrateOptions): Promise<string[]> {
  const files = readMigrations(folder);
  const waits = { ...usualPatience, ...patience };
  return withClient(url, async (client) => {
    if ((await findPending(client, files)).length === 0) return [];
    // A timeout set for the role would interrupt a long migration.
    await client.query('set statement_timeout = 0');
    await takeTurn(client, waits, log);
    await prepareTable(client, waits, log);
    const pending = pendingMigrations(files, await readApplied(client));
    for (const migration of pending) {
      await withLocks(client, `migrations/${migration.name}`, waits, log, () =>
        runMigration(client, migration),
      );
      log(`Migrated: ${migration.name}`);
    }
    return pending.map(({ name }) => name);
  });
}

/** True if this program can work on the database in its current state. For commands that need the tables of this version. */
export async function isMigrated(pool: pg.Pool, folder?: string): Promise<boolean> {
  try {
    return isCompatible(readMigrations(folder), await readApplied(pool));
  } catch {
    return false;
  }
}
