import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { anyPlace, type Keyring, type SealedColumn } from './seal.ts';

const BATCH = 200;

/** Seals one column's old values with the current key; returns how many. */
async function resealColumn(db: Database, keyring: Keyring, column: SealedColumn): Promise<number> {
  const keys = typeof column.key === 'string' ? [column.key] : column.key;
  const head = keyring.currentHead;
  const sealedRef = sql.ref(column.column);
  let done = 0;
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(keys.map((key) => sql.ref(key)))}, ${sealedRef} from ${sql.table(column.table)}
      where substring(${sealedRef} from 1 for ${head.length}) <> ${head} limit ${BATCH}`.execute(db);
    if (rows.length === 0) return done;
    for (const row of rows) {
      const old = row[column.column] as Buffer;
      const place = anyPlace(column.table, column.column, keys.map((key) => String(row[key])).join('/'));
      const text = keyring.open(place, old);
      const changes = [sql`${sealedRef} = ${keyring.seal(place, text)}`];
      if (column.index) {
        changes.push(
          sql`${sql.ref(column.index.column)} = ${keyring.blindIndex(column.index.purpose, text)}`,
        );
      }
      const isRow = keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`);
      // Only while it is still what was read: a running server may have saved something newer.
      const { numAffectedRows } = await sql`update ${sql.table(column.table)} set ${sql.join(changes)}
        where ${sql.join(isRow, sql` and `)} and ${sealedRef} = ${old}`.execute(db);
      done += Number(numAffectedRows ?? 0n);
    }
  }
}

/**
 * Seals every value that was sealed with another key with the current one, beside running servers. What it does not
 * finish, the next run does. Throws SealError at a value whose key is not in the keyring; that value stays as it is.
 * Returns the number of values by "table.column".
 */
export async function resealAll(
  db: Database,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const column of columns) {
    counts[`${column.table}.${column.column}`] = await resealColumn(db, keyring, column);
  }
  return counts;
}
