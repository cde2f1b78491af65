import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { isSet, type FiltersOf, type ListDefinition, type SortOf } from '../../../domain/lists/list.ts';
import { countedAtMost, type Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A column by name, such as `users.created_at`, or an expression. */
export type Column = string | RawBuilder<unknown>;

/** Where the rows of a list stand in the database. */
export type ListSource<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row> = {
  /** The rows of a scope with their columns: no order, no limit. */
  rows: (tx: Tx, scope: In) => SelectQueryBuilder<DB, From, Row>;
  /** The column that names a row. */
  id: string;
  /** The condition of each filter. */
  filters: {
    [Name in keyof List['filters']]: (value: NonNullable<FiltersOf<List>[Name]>) => RawBuilder<boolean>;
  };
  /** What each order goes by. It is never null, and an index has it with the id behind it. */
  sorts: { [By in SortOf<List>]: Column };
  /**
   * Whether the index of each order has the columns of the filters that are set: what does not match is then passed over quickly,
   * and a part of many rows is read along the index.
   */
  inIndex?: (query: ListQuery<List>) => boolean;
  /** How many rows at the beginning of an order are looked through for matches; fewer where the rows of an order lie far apart. */
  windows?: { [By in SortOf<List>]?: number };
  /** The exact number of rows where it is kept or cheap to count; null where it is not. */
  count?: (tx: Tx, scope: In, query: ListQuery<List>) => Promise<number | null>;
};

/** Says where the rows of a list stand, typed by its definition: a filter or an order without its SQL does not compile. */
export const listSource = <List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row>(
  _list: List,
  source: ListSource<List, In, DB, From, Row>,
): ListSource<List, In, DB, From, Row> => source;

/** How many rows at the beginning of an order are mostly looked through before all matches are sorted. */
const usualWindow = 20_000;

/** A column as a part of a statement. */
export const columnOf = (column: Column): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/**
 * Reads a part of a list. Rows that sort alike are in the order of their ids, so that no row stands on two pages.
 *
 * A list that is not narrowed is read along the index of its order. Where it is narrowed, 1,001 matches are looked for first: up
 * to 1,000 are sorted and counted; among more, the matches of a page are mostly near the beginning of the order, so that its
 * first 20,000 rows are looked through before all matches are sorted. The planner, left alone, walks the whole index for a rare
 * term.
 */
export async function readPage<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row>(
  tx: Tx,
  source: ListSource<List, In, DB, From, Row>,
  scope: In,
  query: ListQuery<List>,
): Promise<Page<Row>> {
  const { sort, offset, limit } = query;
  const rows = source.rows(tx, scope);
  const matches = conditionsOf(source, query);
  const matching = matches.length === 0 ? rows : rows.where(sql<boolean>`${sql.join(matches, sql` and `)}`);
  const id = sql.ref<string>(source.id);
  const key = columnOf(source.sorts[sort.by]);
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`;
  const part = sql`offset ${offset} limit ${limit}`;
  const windowRows = source.windows?.[sort.by] ?? usualWindow;
  const keys = (from: typeof rows) => from.clearSelect().select([id.as('id'), key.as('key')]);
  const inOrder = <Selected>(from: SelectQueryBuilder<DB, From, Selected>) =>
    from.orderBy(sql`${key} ${direction}`).orderBy(sql`${id} ${direction}`);

  const rowsOf = (ids: RawBuilder<unknown>) =>
    inOrder(rows.where(sql<boolean>`${id} in (${ids})`)).execute() as Promise<Row[]>;
  const alongTheIndex = () =>
    rowsOf(sql`select id from ${inOrder(keys(matching)).offset(offset).limit(limit)} part`);
  const fromAllMatches = () =>
    rowsOf(sql`with found as materialized ${keys(matching)}
      select id from found order by key ${direction}, id ${direction} ${part}`);
  const fromTheWindow = () => {
    const hit = sql<boolean>`(${sql.join(matches, sql` and `)})`.as('hit');
    const window = inOrder(keys(rows).select(hit)).limit(sql.lit(windowRows));
    return rowsOf(
      sql`select id from ${window} recent where hit order by key ${direction}, id ${direction} ${part}`,
    );
  };

  const counting = countRows(tx, source, scope, query, matching);
  if (matches.length === 0) {
    const [counted, data] = await Promise.all([counting, alongTheIndex()]);
    return { ...counted, data };
  }
  const counted = await counting;
  const isFew = counted.isExact && counted.count <= countedAtMost;
  if (counted.isExact && counted.count <= offset) return { ...counted, data: [] };
  if (!isFew && source.inIndex?.(query)) return { ...counted, data: await alongTheIndex() };
  if (isFew || offset >= windowRows) return { ...counted, data: await fromAllMatches() };
  const data = await fromTheWindow();
  return { ...counted, data: data.length === limit ? data : await fromAllMatches() };
}

/** The conditions of the filters that are set. */
export function conditionsOf<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row>(
  source: ListSource<List, In, DB, From, Row>,
  { filters }: Pick<ListQuery<List>, 'filters'>,
): RawBuilder<boolean>[] {
  return Object.keys(filters).flatMap((name: keyof FiltersOf<List>) => {
    const value = filters[name];
    return value !== null && isSet(value) ? [source.filters[name](value)] : [];
  });
}

async function countRows<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row>(
  tx: Tx,
  source: ListSource<List, In, DB, From, Row>,
  scope: In,
  query: ListQuery<List>,
  matching: SelectQueryBuilder<DB, From, Row>,
): Promise<{ count: number; isExact: boolean }> {
  const known = await source.count?.(tx, scope, query);
  if (known !== undefined && known !== null) return { count: known, isExact: true };
  const probe = matching
    .clearSelect()
    .select(sql.lit(1).as('one'))
    .limit(sql.lit(countedAtMost + 1));
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${probe} probe`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, countedAtMost), isExact: count <= countedAtMost };
}
