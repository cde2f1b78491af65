import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { duplicateSigns, type DuplicateSign } from '../../../domain/duplicates/possible-duplicate.ts';
import { fullName } from '../../../domain/names.ts';
import { inScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A customer's record, as lists of possible duplicates show it. */
export type RecordLine = {
  id: string;
  name: string;
  dob: string | null;
  customer_id: string | null;
  room: string | null;
  provider: string | null;
};

/** Two records that may be of one person. `set_aside_at`: when staff said that they are two people. */
export type DuplicatePair = {
  id: string;
  first: RecordLine;
  second: RecordLine;
  signs: DuplicateSign[];
  set_aside_at: Date | null;
};

type Signs = Record<`by_${DuplicateSign}`, boolean>;

export const signsOf = (found: Signs): DuplicateSign[] =>
  duplicateSigns.filter((sign) => found[`by_${sign}`]);

/** Largest number of pairs that is counted exactly. */
export const countedAtMost = 1_000;

/**
 * Returns the pairs of records that are both in use, in one organisation and in the caller's scope, without order. For staff of a
 * provider, an index limits them to the organisation.
 */
const pairsIn = (scope: Scope, setAside: boolean) => sql`
  from duplicate_pairs pair
  join customer_list a on a.user_id = pair.first_id and a.status <> 'archived'
  join customer_list b on b.user_id = pair.second_id and b.status <> 'archived'
  join providers ap on ap.id = a.provider_id
  join providers bp on bp.id = b.provider_id and bp.path[1] = ap.path[1]
  where pair.set_aside_at is ${setAside ? sql`not null` : sql`null`}
    and ${inScope(scope, { person: 'a.user_id', provider: 'a.provider_id' })}
    and ${inScope(scope, { person: 'b.user_id', provider: 'b.provider_id' })}
    ${scope.people === 'subtree' ? sql`and pair.root_id = (select path[1] from providers where id = ${scope.providerId})` : sql``}`;

type PairRow = Signs & { first_id: string; second_id: string; set_aside_at: Date | null };

/** Loads the lines of records by id. */
async function findLines(tx: Tx, ids: readonly string[]): Promise<Map<string, RecordLine>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id',
      'first_name',
      'last_name',
      'dob',
      'customer_id',
      'room',
      'providers.name as provider',
    ])
    .where('users.id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map(({ first_name, last_name, ...row }) => [
      row.id,
      { ...row, name: fullName({ first_name, last_name }) },
    ]),
  );
}

/** Loads pairs, the newest first. */
export async function findPairs(
  tx: Tx,
  scope: Scope,
  { setAside, offset, limit }: { setAside: boolean; offset: number; limit: number },
): Promise<DuplicatePair[]> {
  const { rows } = await sql<PairRow>`
    select pair.first_id, pair.second_id, pair.set_aside_at, pair.by_name, pair.by_medicare, pair.by_customer_id
    ${pairsIn(scope, setAside)}
    order by pair.found_at desc, pair.first_id, pair.second_id offset ${offset} limit ${limit}`.execute(tx);
  const lines = await findLines(
    tx,
    rows.flatMap(({ first_id, second_id }) => [first_id, second_id]),
  );
  return rows.flatMap((row) => {
    const [first, second] = [lines.get(row.first_id), lines.get(row.second_id)];
    if (!first || !second) return [];
    const id = `${row.first_id}/${row.second_id}`;
    return [{ id, first, second, signs: signsOf(row), set_aside_at: row.set_aside_at }];
  });
}

/** Counts pairs, exactly up to `countedAtMost`. */
export async function countPairs(tx: Tx, scope: Scope, setAside: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${pairsIn(scope, setAside)} limit ${countedAtMost + 1}) counted`.execute(
    tx,
  );
  return Math.min(rows[0]?.count ?? 0, countedAtMost);
}

/** Loads the records that may be of the same person as a customer and are in use, for the customer's page. */
export async function findPossible(
  tx: Tx,
  scope: Scope,
  userId: string,
): Promise<(RecordLine & { signs: DuplicateSign[] })[]> {
  const { rows } = await sql<Signs & { other_id: string }>`
    select found.other_id, found.by_name, found.by_medicare, found.by_customer_id
    from duplicates_of(${userId}) found
    join customer_list other on other.user_id = found.other_id and other.status <> 'archived'
    where ${inScope(scope, { person: 'other.user_id', provider: 'other.provider_id' })}
      and exists (select 1 from customer_list own where own.user_id = ${userId} and own.status <> 'archived')
      and not exists (select 1 from duplicate_pairs pair where pair.set_aside_at is not null
        and pair.first_id = least(${userId}::uuid, found.other_id)
        and pair.second_id = greatest(${userId}::uuid, found.other_id))`.execute(tx);
  const lines = await findLines(
    tx,
    rows.map(({ other_id }) => other_id),
  );
  return rows.flatMap((row) => {
    const line = lines.get(row.other_id);
    return line ? [{ ...line, signs: signsOf(row) }] : [];
  });
}

/** Returns what two records have in common now; empty if they are not of one person by any sign. */
export async function findSigns(tx: Tx, one: string, other: string): Promise<DuplicateSign[]> {
  const { rows } = await sql<Signs>`
    select by_name, by_medicare, by_customer_id from duplicates_of(${one}) where other_id = ${other}`.execute(
    tx,
  );
  return rows[0] ? signsOf(rows[0]) : [];
}

/** Returns when staff said that two records are of two people; null if they did not. */
export async function findSetAside(tx: Tx, one: string, other: string): Promise<Date | null> {
  const { rows } = await sql<{ set_aside_at: Date | null }>`
    select set_aside_at from duplicate_pairs
    where first_id = least(${one}::uuid, ${other}::uuid) and second_id = greatest(${one}::uuid, ${other}::uuid)`.execute(
    tx,
  );
  return rows[0]?.set_aside_at ?? null;
}

/** Marks two records as two people, or removes the mark. The pair is written if a concurrent insertion missed it. */
export async function setAside(
  tx: Tx,
  { one, other, rootId }: { one: string; other: string; rootId: string },
  mark: { at: Date; by: string } | null,
): Promise<void> {
  await sql`
    insert into duplicate_pairs (first_id, second_id, root_id, by_name, by_medicare, by_customer_id, set_aside_at, set_aside_by)
    select least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid), ${rootId}::uuid,
      coalesce(bool_or(by_name), false), coalesce(bool_or(by_medicare), false), coalesce(bool_or(by_customer_id), false),
      ${mark?.at ?? null}::timestamptz, ${mark?.by ?? null}::uuid
    from duplicates_of(${one}) where other_id = ${other}
    on conflict (first_id, second_id) do update
      set set_aside_at = excluded.set_aside_at, set_aside_by = excluded.set_aside_by`.execute(tx);
}
