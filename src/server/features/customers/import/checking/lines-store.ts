import { sql } from 'kysely';
import type { ImportDecision, SameKind } from '../../../../../domain/customers/import/same-person.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/** A line of a checked list that is not simply a new customer: `mend` when it cannot be used. */
export type OpenLine = {
  line: number;
  kind: SameKind | 'mend';
  person_id: string | null;
  decision: ImportDecision | null;
};

/** Replaces the result of checking a list. A decision is kept while its line names the same person for the same reason. */
export async function keepLines(
  tx: Tx,
  importId: string,
  lines: readonly Omit<OpenLine, 'decision'>[],
): Promise<void> {
  const decided = await findDecisions(tx, importId);
  const decisionOf = ({ line, kind, person_id }: Omit<OpenLine, 'decision'>) => {
    const before = decided.get(line);
    return before?.kind === kind && before.person_id === person_id ? before.decision : null;
  };
  await tx.deleteFrom('customer_import_lines').where('import_id', '=', importId).execute();
  if (lines.length === 0) return;
  await sql`
    insert into customer_import_lines (import_id, line, kind, person_id, decision)
    select ${importId}::uuid, n.line, n.kind, users.id, n.decision
    from unnest(
      ${lines.map(({ line }) => line)}::int[], ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ person_id }) => person_id)}::uuid[], ${lines.map(decisionOf)}::text[]
    ) as n (line, kind, person_id, decision)
    left join users on users.id = n.person_id`.execute(tx);
}

/** Replaces the stored lines to mend, after one of them was mended. */
export async function replaceLines(
  tx: Tx,
  importId: string,
  { without, lines }: { without: readonly number[]; lines: readonly Omit<OpenLine, 'decision'>[] },
): Promise<void> {
  if (without.length > 0)
    await tx
      .deleteFrom('customer_import_lines')
      .where('import_id', '=', importId)
      .where('line', 'in', without)
      .execute();
  for (const { line, kind, person_id } of lines)
    await tx
      .updateTable('customer_import_lines')
      .set({ kind, person_id })
      .where('import_id', '=', importId)
      .where('line', '=', line)
      .execute();
}

/** Deletes the results of the check and the mended cells, once an import is over. */
export async function removeLines(tx: Tx, importId: string): Promise<void> {
  await tx.deleteFrom('customer_import_lines').where('import_id', '=', importId).execute();
  await tx.deleteFrom('customer_import_mends').where('import_id', '=', importId).execute();
}

/** Loads the lines between two numbers, both included, with their decisions; without limits all of them. */
export async function findDecisions(
  tx: Tx,
  importId: string,
  { from = 0, to = 2 ** 31 - 1 }: { from?: number; to?: number } = {},
): Promise<ReadonlyMap<number, OpenLine>> {
  const rows = await tx
    .selectFrom('customer_import_lines')
    .select(['line', 'kind', 'person_id', 'decision'])
    .where('import_id', '=', importId)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .where('decision', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.line, row]));
}

/** Loads some of the lines to mend or to decide, in the order of the file. */
export function findOpenLines(
  tx: Tx,
  importId: string,
  kind: 'mend' | 'decide',
  { offset, limit }: { offset: number; limit: number },
): Promise<OpenLine[]> {
  return tx
    .selectFrom('customer_import_lines')
    .select(['line', 'kind', 'person_id', 'decision'])
    .where('import_id', '=', importId)
    .where('kind', kind === 'mend' ? '=' : '<>', 'mend')
    .orderBy('line')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Returns the numbers of all lines that are not simply new customers. At most as many as a list has lines. */
export async function findOpenNumbers(tx: Tx, importId: string): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('customer_import_lines')
    .select('line')
    .where('import_id', '=', importId)
    .execute();
  return new Set(rows.map(({ line }) => line));
}

/** Returns the numbers of the lines to mend. */
export async function findNumbersToMend(tx: Tx, importId: string): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('customer_import_lines')
    .select('line')
    .where('import_id', '=', importId)
    .where('kind', '=', 'mend')
    .execute();
  return new Set(rows.map(({ line }) => line));
}

/** Number of lines of a kind, and how many of them have no decision yet. */
export type OpenKind = { kind: OpenLine['kind']; lines: number; undecided: number };

export async function countOpenLines(tx: Tx, importId: string): Promise<OpenKind[]> {
  const { rows } = await sql<OpenKind>`
    select kind, count(*)::int as lines, count(*) filter (where decision is null)::int as undecided
    from customer_import_lines where import_id = ${importId} group by kind order by kind`.execute(tx);
  return rows;
}

/** Stores a decision for some lines, or for all of a kind; null removes it. Returns the number of lines that it applies to. */
export async function decideLines(
  tx: Tx,
  importId: string,
  { lines, kinds }: { lines: readonly number[] | null; kinds: readonly SameKind[] },
  decision: ImportDecision | null,
): Promise<number> {
  let query = tx
    .updateTable('customer_import_lines')
    .set({ decision })
    .where('import_id', '=', importId)
    .where('kind', 'in', kinds);
  if (lines !== null) query = query.where('line', 'in', lines);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

export type SamePerson = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  customer_id: string | null;
  birth_date: string | null;
  provider: string | null;
};

/** Loads the customers whom lines may name, with the details that staff need to tell them apart. */
export async function findSamePeople(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SamePerson>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.customer_id',
      'users.dob as birth_date',
      'providers.name as provider',
    ])
    .where('users.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
