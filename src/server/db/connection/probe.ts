import type pg from 'pg';
import {
  appliedAsJson,
  isCompatible,
  NO_SUCH_TABLE,
  readMigrations,
  type AppliedMigration,
} from '../migrations.ts';

/** The result of one check of the database. `away` covers every failure that says nothing about this program. */
export type DatabaseState = {
  /** Whether this program can work on the current tables; null if this could not be determined. */
  fits: boolean | null;
  database: 'ok' | 'away' | 'read-only';
};

type Row = { read_only: boolean; applied: AppliedMigration[] };

const question = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
    ${appliedAsJson} as applied`;

/** Creates the check whether the database responds, is writable and has this program's tables, with one connection of a pool. */
export function databaseProbe(pool: pg.Pool, folder?: string): () => Promise<DatabaseState> {
  const files = readMigrations(folder);
  return async () => {
    try {
      const client = await pool.connect();
      let row: Row | undefined;
      try {
        row = (await client.query<Row>(question)).rows[0];
      } finally {
        // A connection to a replaced server must not be used again, nor one that does not respond.
        client.release(row?.read_only !== false);
      }
      if (!row) return { fits: null, database: 'away' };
      return { fits: isCompatible(files, row.applied), database: row.read_only ? 'read-only' : 'ok' };
    } catch (error) {
      const isEmpty = (error as { code?: unknown }).code === NO_SUCH_TABLE;
      return isEmpty ? { fits: false, database: 'ok' } : { fits: null, database: 'away' };
    }
  };
}
