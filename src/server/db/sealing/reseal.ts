import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { anyPlace, type Keyring, type SealedColumn } from './seal.ts';

/** Rows that one statement reads, whatever key they are sealed with. */
const pageSize = 1_000;

/**
 * Maximum number of passes over one column. A second pass finds values that a server with the old key as current saved after the
 * first.
 */
const passesAtMost = 3;

/** Progress of a run: values read in this pass, and values sealed again so far. */
export type ResealProgress = { column: string; seen: number; resealed: number };

/** Values up to this size in bytes are read with their page; a copy of a person's data has megabytes, and is read separately. */
const inlineAtMost = 8_192;

type Page = Record<string, unknown> & { is_old: boolean; small: Buffer | null };

const keysOf = ({ key }: SealedColumn) => (typeof key === 'string' ? [key] : [...key]);

/**
 * Builds the statement for the rows after a key, in its order, with a flag for values sealed with another key than the current
 * one. A page limits the rows read, so that a finished column is passed in short statements too.
 */
export function resealPage(
  column: SealedColumn,
  head: Buffer,
  after: readonly unknown[] | null,
): RawBuilder<Page> {
  const keys = sql.join(keysOf(column).map((key) => sql.ref(key)));
  const sealed = sql.ref(column.column);
  const behind = after ? sql`where (${keys}) > (${sql.join(after)})` : sql``;
  const isOld = sql`coalesce(substring(${sealed} from 1 for ${head.length}) <> ${head}, false)`;
  return sql<Page>`
    select ${keys}, ${isOld} as is_old,
      case when ${isOld} and octet_length(${sealed}) <= ${inlineAtMost} then ${sealed} end as small
    from ${sql.table(column.table)} ${behind} order by ${keys} limit ${pageSize}`;
}

async function readValue(
  db: Database,
  column: SealedColumn,
  isRow: RawBuilder<unknown>,
): Promise<Buffer | null> {
  const { rows } = await sql<{ value: Buffer | null }>`
    select ${sql.ref(column.column)} as value from ${sql.table(column.table)} where ${isRow}`.execute(db);
  return rows[0]?.value ?? null;
}

/** Seals one value with the current key; false if a running server saved a newer value meanwhile. */
async function resealRow(
  db: Database,
  keyring: Keyring,
  column: SealedColumn,
  key: readonly unknown[],
  small: Buffer | null,
): Promise<boolean> {
  const sealedRef = sql.ref(column.column);
  const isRow = sql.join(
    keysOf(column).map((name, index) => sql`${sql.ref(name)} = ${key[index]}`),
    sql` and `,
  );
  const old = small ?? (await readValue(db, column, isRow));
  if (!old) return false;
  const place = anyPlace(column.table, column.column, key.map(String).join('/'));
  const text = keyring.open(place, old);
  const changes = [sql`${sealedRef} = ${keyring.seal(place, text)}`];
  if (column.index)
    changes.push(sql`${sql.ref(column.index.column)} = ${keyring.blindIndex(column.index.purpose, text)}`);
  const { numAffectedRows } = await sql`update ${sql.table(column.table)} set ${sql.join(changes)}
    where ${isRow} and ${sealedRef} = ${old}`.execute(db);
  return numAffectedRows === 1n;
}

/** Makes one pass over a column. Returns how many values had another key, and how many were sealed again. */
async function passOver(
  db: Database,
  keyring: Keyring,
  column: SealedColumn,
  onPage: (seen: number, resealed: number) => void,
): Promise<{ found: number; resealed: number }> {
  const keys = keysOf(column);
  let after: unknown[] | null = null;
  let [seen, found, resealed] = [0, 0, 0];
  for (;;) {
    const { rows }: { rows: Page[] } = await resealPage(column, keyring.currentHead, after).execute(db);
    for (const row of rows) {
      if (!row.is_old) continue;
      found += 1;
      const key = keys.map((name) => row[name]);
      if (await resealRow(db, keyring, column, key, row.small)) resealed += 1;
    }
    seen += rows.length;
    onPage(seen, resealed);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return { found, resealed };
    after = keys.map((name) => last[name]);
  }
}

/** Seals one column's old values with the current key; returns how many. */
async function resealColumn(
  db: Database,
  keyring: Keyring,
  column: SealedColumn,
  onPage: (seen: number, resealed: number) => void,
): Promise<number> {
  let total = 0;
  for (let pass = 0; pass < passesAtMost; pass += 1) {
    const before = total;
    const { found, resealed } = await passOver(db, keyring, column, (seen, now) =>
      onPage(seen, before + now),
    );
    total += resealed;
    if (found === 0) break;
  }
  return total;
}

/**
 * Seals every value that has another key with the current one, while servers run. An unfinished run is completed by the next run,
 * which skips finished values without opening them. Returns the number of values by "table.column".
 * @throws SealError at a value whose key is not in the keyring; that value stays unchanged
 */
export async function resealAll(
  db: Database,
  keyring: Keyring,
  columns: readonly SealedColumn[],
  onProgress: (progress: ResealProgress) => void = () => {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const column of columns) {
    const name = `${column.table}.${column.column}`;
    counts[name] = await resealColumn(db, keyring, column, (seen, resealed) =>
      onProgress({ column: name, seen, resealed }),
    );
  }
  return counts;
}
