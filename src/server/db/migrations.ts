import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The database cannot be migrated to this program's version. The message contains the file and the reason. */
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
  /** Programs whose newest migration has at least this number can still work after this one; 0 means all of them. */
  readonly compatibleFrom: number;
}

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly compatible_from: number;
}

const defaultFolder = resolve(import.meta.dirname, '../../../migrations');
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const COMPATIBLE = /^-- compatible-from: (\d{4})$/m;

function compatibleFrom(name: string, number: number, sql: string): number {
  const said = COMPATIBLE.exec(sql)?.[1];
  const least = Number(said ?? 0);
  if (least > number || (said === undefined && /^--\s*compatible/im.test(sql))) {
    throw new MigrationError(
      `migrations/${name} must say "-- compatible-from: NNNN" with its own number or an earlier one.`,
    );
  }
  return least;
}

/** Reads the migrations in order. @throws MigrationError for an invalid name or two files with one number */
export function readMigrations(folder: string = defaultFolder): Migration[] {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const number = Number(FILE_NAME.exec(name)?.[1]);
      if (!number) throw new MigrationError(`migrations/${name} must be named like 0001_people.sql.`);
      const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number, name, sql, checksum, compatibleFrom: compatibleFrom(name, number, sql) };
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

/** True if a migration of a later release declares that programs as old as this one can still work. */
function isAllowedBy(done: AppliedMigration, newest: number): boolean {
  return done.number > newest && done.compatible_from <= newest;
}

/**
 * Returns the migrations still to run.
 * @throws MigrationError if the database is newer than this program and does not declare it compatible, if a file that has run
 * was changed, or if a new file was put before one that has run
 */
export function pendingMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const byNumber = new Map(files.map((file) => [file.number, file]));
  const newest = Math.max(0, ...byNumber.keys());
  for (const done of applied) {
    const file = byNumber.get(done.number);
    if (!file && isAllowedBy(done, newest)) continue;
    if (!file) {
      throw new MigrationError(
        `The database is newer than this Wattle: it has ${done.name}, which is not among the migrations here. ` +
          'Start the version of Wattle that made it, or a later one.',
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

/** True if a program with these files can work on a database with these applied migrations. */
export function isCompatible(files: readonly Migration[], applied: readonly AppliedMigration[]): boolean {
  try {
    return pendingMigrations(files, applied).length === 0;
  } catch {
    return false;
  }
}

/** Query for the applied migrations as JSON; it also works on a database whose table has no column `compatible_from` yet. */
export const appliedAsJson = `
  (select coalesce(json_agg(json_build_object('number', number, 'name', name, 'checksum', checksum,
     'compatible_from', coalesce((to_jsonb(m) ->> 'compatible_from')::integer, 0)) order by number), '[]')
   from schema_migrations m)`;

/** PostgreSQL's code for an undefined table. */
export const NO_SUCH_TABLE = '42P01';
