import type pg from 'pg';
import {
  anyPlace,
  createKeyring,
  SealError,
  type SealedColumn,
  type SealingKey,
} from '../../../src/server/db/sealing/seal.ts';
import { sealedColumns } from '../../../src/server/db/sealing/sealed-columns.ts';

const quote = (name: string) => `"${name}"`;

/** Returns the ids of the keys in a column. A sealed value begins with a format byte, the length of the key's id, and the id. */
async function findKeyIds(client: pg.Client, { table, column }: SealedColumn): Promise<Buffer[]> {
  const value = quote(column);
  const { rows } = await client.query<{ id: Buffer }>(
    `select substring(${value} from 3 for get_byte(${value}, 1)) as id from ${quote(table)}
     where octet_length(${value}) > 2 group by 1`,
  );
  return rows.map(({ id }) => id);
}

/** Opens one value of the column that this key sealed. Returns a sentence if it does not open, else null. */
async function tryKey(
  client: pg.Client,
  keys: readonly SealingKey[],
  { table, column, key }: SealedColumn,
  id: Buffer,
): Promise<string | null> {
  const names: readonly string[] = typeof key === 'string' ? [key] : key;
  const head = Buffer.concat([Buffer.from([1, id.length]), id]);
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${names.map(quote).join(', ')}, ${quote(column)} as sealed_value from ${quote(table)}
     where substring(${quote(column)} from 1 for ${head.length}) = $1 limit 1`,
    [head],
  );
  const [row] = rows;
  if (!row) return null;
  try {
    const place = anyPlace(table, column, names.map((name) => String(row[name])).join('/'));
    createKeyring(keys).open(place, row['sealed_value'] as Buffer);
    return null;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return error.missingKey === undefined
      ? `The key "${id.toString('latin1')}" does not open ${table}.${column}: the value was changed, or the key is another one of that id.`
      : `WATTLE_KEYS lacks the key "${error.missingKey}", which sealed values of ${table}.${column}.`;
  }
}

/** Opens one value per sealed column and per key used in it. Returns a sentence for each that does not open. */
export async function findMissingKeys(client: pg.Client, keys: readonly SealingKey[]): Promise<string[]> {
  const problems: string[] = [];
  for (const column of sealedColumns)
    for (const id of await findKeyIds(client, column)) {
      const problem = await tryKey(client, keys, column, id);
      if (problem !== null) problems.push(problem);
    }
  return problems;
}
