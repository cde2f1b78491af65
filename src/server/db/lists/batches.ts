import { sql, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import type { Tx } from '../../pipeline/context.ts';
import { columnOf, conditionsOf, type ListSource } from './page.ts';

/** Number of rows in memory at once while a whole list is read. */
const batchRows = 500;

/** The columns that `readBatches` reads in addition to a row's own: the position where the next batch begins. */
type Position = { list_key: string; list_id: string };

/**
 * Reads every matching row of a list in order, in batches: each batch is a separate statement that starts after the last row of
 * the previous batch, and runs only when that batch was consumed. Between batches no connection is held, so a slow reader
 * occupies none; rows that change their position meanwhile may be missed or read twice.
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
  // As text a key keeps its full precision, which a JavaScript date loses.
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
