import { sql, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import type { Tx } from '../../pipeline/context.ts';
import { columnOf, conditionsOf, type ListSource } from './page.ts';

/** Rows that are in memory at once while a whole list is read. */
const batchRows = 500;

/** What `readBatches` reads beside a row's own columns: where the next batch begins. */
type Position = { list_key: string; list_id: string };

/**
 * Reads every row of a list that matches, in its order, some at a time: each batch is a statement of its own that begins behind
 * the last row of the one before, and is asked for only when the one before was taken. Between batches no connection is held, so
 * a slow reader costs none; rows that change their place meanwhile may be missed or read twice.
 */
export async function* readBatches<
  List extends ListDefinition,
  In extends Scope,
  DB,
  From extends keyof DB,
  Row,
>(
  tx: Tx,
  source: ListSource<List, In, DB, From, Row>,
  scope: In,
  query: Pick<ListQuery<List>, 'filters' | 'sort'>,
): AsyncGenerator<Row[], void, void> {
  const { sort } = query;
  const id = sql.ref<string>(source.id);
  const key = columnOf(source.sorts[sort.by]);
  const [direction, behind] = sort.direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const narrowed = source.narrowed?.(query, scope) ?? null;
  const matches = [...conditionsOf(source, query), ...(narrowed === null ? [] : [narrowed])];
  // As text a key keeps every digit, of which a date of JavaScript drops some.
  const positioned = source
    .rows(tx, scope)
    .select([sql<string>`${key}::text`.as('list_key'), sql<string>`${id}::text`.as('list_id')])
    .orderBy(sql`${key} ${direction}`)
    .orderBy(sql`${id} ${direction}`)
    .limit(sql.lit(batchRows)) as SelectQueryBuilder<DB, From, Row & Position>;
  let last: Position | undefined;
  for (;;) {
    const conditions = last
      ? [...matches, sql<boolean>`(${key}, ${id}) ${behind} (${last.list_key}, ${last.list_id})`]
      : matches;
    const batch =
      conditions.length === 0
        ? positioned
        : positioned.where(sql<boolean>`${sql.join(conditions, sql` and `)}`);
    const rows = (await batch.execute()) as (Row & Position)[];
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < batchRows) return;
  }
}
