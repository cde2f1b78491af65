import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';

/** The database cannot be brought to this program's version. The message says which file, and why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** One file of `migrations/`, such as 0001_people.sql. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, in hex, with line ends as LF. */
  readonly checksum: string;
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  readonly url: string;
  readonly folder?: string;
  readonly log?: (message: string) => void;
}

const defaultFolder = resolve(import.meta.dirname, '../../../migrations');
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
// Any number that nothing else locks: "wattle" on a telephone's keys.
const ADVISORY_LOCK = 928_853;

/** Reads the migrations in order. Throws MigrationError for a strange name or two files of one number. */
export function readMigrations(folder: string = defaultFolder): Migration[] {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const number = FILE_NAME.exec(name)?.[1];
      if (!number) throw new MigrationError(`migrations/${name} must be named like 0001_people.sql.`);
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
  for (const [index, migration] of found.entries()) {
    if (found[index - 1]?.number === migration.number) {
      throw new MigrationError(
        `migrations/${found[index - 1]?.name} and ${migration.name} have the same number.`,
      );
    }
  }
  return found;
}

/**
 * The migrations still to run. Throws MigrationError when the database is newer than this program, when a file
 * that has run was changed, or when a new file was put before one that has run.
 */
export function pendingMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  for (const done of applied) {
    const file = byNumber.get(done.number);
    if (!file) {
      throw new MigrationError(
        `The database is newer than this Wattle: it has ${done.name}, which is not among the migrations here. ` +
          'Start the version of Wattle that made it.',
      );
    }
    if (file.checksum !== done.checksum) {
      throw new MigrationError(
        `migrations/${file.name} was changed after it ran. Put it back, and add a new file.`,
      );
    }
  }
  const last = Math.max(0, ...applied.map((done) => done.number));
  const pending = files.filter((file) => !applied.some((done) => done.number === file.number));
  const early = pending.find((file) => file.number < last);
  if (early)
    throw new MigrationError(
      `migrations/${early.name} comes before one that has run. Give it a higher number.`,
    );
  return pending;
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations',
  );
  return rows;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(`migrations/${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Brings the database to this program's version: each file in a transaction of its own, one process at a time.
 * Returns the names of the files that ran. Throws MigrationError.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const files = readMigrations(options.folder);
  const client = new pg.Client({ connectionString: options.url, application_name: 'wattle migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    // Of the session, so that a process that dies half way lets go of it.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    const pending = pendingMigrations(files, await readApplied(client));
    for (const migration of pending) {
      await apply(client, migration);
      options.log?.(`Migrated: ${migration.name}`);
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a program with these files may work on a database in which those ran. */
export function isCompatible(files: readonly Migration[], applied: readonly AppliedMigration[]): boolean {
  try {
    return pendingMigrations(files, applied).length === 0;
  } catch {
    return false;
  }
}

/** True when every migration of this program has run, and no other. For commands that must find the tables as they know them. */
export async function isMigrated(pool: pg.Pool, folder?: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<AppliedMigration>(
      'select number, name, checksum from schema_migrations',
    );
    return isCompatible(readMigrations(folder), rows);
  } catch {
    return false;
  }
}
