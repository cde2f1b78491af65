import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import {
  isSet,
  mostOffset,
  type FiltersOf,
  type ListDefinition,
  type SortOf,
} from '../../../domain/lists/list.ts';
import { countedAtMost, type Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A column by name, such as `users.created_at`, or an expression. */
export type Column = string | RawBuilder<unknown>;

/** The tables and columns of a list. */
export type ListSource<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row> = {
  /** The rows of a scope with their columns, without order or limit. */
  rows: (tx: Tx, scope: In) => SelectQueryBuilder<DB, From, Row>;
  /** The column with the uuid of a row. */
  id: string;
  /** The condition of each filter. */
  filters: {
    [Name in keyof List['filters']]: (value: NonNullable<FiltersOf<List>[Name]>) => RawBuilder<boolean>;
  };
  /**
   * An additional condition that follows from the filters and that an index can answer, if it cannot answer the filters
   * themselves; null if there is none.
   */
  narrowed?: (query: Pick<ListQuery<List>, 'filters'>, scope: In) => RawBuilder<boolean> | null;
  /** The column of each order. It is never null, and an index contains it followed by the id. */
  sorts: { [By in SortOf<List>]: Column };
  /**
   * Whether the index of each order contains the columns of the active filters: rows that do not match are then skipped fast, and
   * a page among many rows is read along the index.
   */
  inIndex?: (query: ListQuery<List>) => boolean;
  /**
   * Groups that form a scope, each with an index of its rows in every order. Null if the rows of the scope are close together in
   * the index of all rows.
   */
  groups?: (scope: In) => { column: string; ids: readonly string[] } | null;
  /**
   * Number of rows at the beginning of an order that are scanned for matches; fewer if the rows of an order are far apart on
   * disk.
   */
  windows?: { [By in SortOf<List>]?: number };
  /**
   * Number of rows at the beginning of the order that are scanned before anything else, for filters whose matches are often
   * common and that the index of the order can answer; null otherwise.
   */
  glance?: (scope: In, query: ListQuery<List>) => number | null;
  /** Returns the exact number of rows if it is stored or cheap to count; null otherwise. */
  count?: (tx: Tx, scope: In, query: ListQuery<List>) => Promise<number | null>;
};

/** Defines the tables and columns of a list, typed by its definition: a filter or an order without its SQL does not compile. */
export const listSource = <List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row>(
  _list: List,
  source: ListSource<List, In, DB, From, Row>,
): ListSource<List, In, DB, From, Row> => source;

/** Default number of rows at the beginning of an order that are scanned before all matches are sorted. */
const usualWindow = 20_000;

/** Returns a column as a part of a statement. */
export const columnOf = (column: Column): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/** Maximum number of rows read from all groups of a scope to merge them in one order. */
const readFromGroups = 2_000;

/**
 * A page found in the `glance` is returned if at least this share of the rows matches: finding all matches would take too long
 * for its benefit.
 */
const commonShare = 0.01;

/**
 * Reads a page of a list. Rows with equal sort values are ordered by id, so that no row appears on two pages.
 * A list without filters is read along the index of its order, as are more than 1,000 matches of filters that this index
 * contains. Otherwise 1,001 matches are searched first: up to 1,000 are sorted and counted in the same statement. With more
 * matches, the matches of a page are usually near the beginning of the order, so the first 20,000 rows of the order are scanned
 * before all matches are sorted. Without this, the query planner scans the whole index for a rare term.
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
  const isMatch = sql<boolean>`(${sql.join(matches, sql` and `)})`;
  const narrowed = source.narrowed?.(query, scope) ?? null;
  const matched = matches.length === 0 ? rows : rows.where(isMatch);
  const matching = narrowed === null ? matched : matched.where(narrowed);
  const id = sql.ref<string>(source.id);
  const key = columnOf(source.sorts[sort.by]);
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`;
  const byKey = sql`order by key ${direction}, id ${direction}`;
  // Literals let most calls be planned once: for an unknown limit or offset the planner assumes a tenth of all rows.
  const isUsual = limit === usualLimit;
  const limited = isUsual ? sql`limit ${sql.lit(usualLimit)}` : sql`limit ${limit}`;
  const part = offset === 0 && isUsual ? sql`offset 0 ${limited}` : sql`offset ${offset} ${limited}`;
  const windowRows = source.windows?.[sort.by] ?? usualWindow;
  const keys = (from: typeof rows) => from.clearSelect().select([id.as('id'), key.as('key')]);
  const inOrder = <Selected>(from: SelectQueryBuilder<DB, From, Selected>) =>
    from.orderBy(sql`${key} ${direction}`).orderBy(sql`${id} ${direction}`);
  const beginning = (count: number) => inOrder(keys(rows).select(isMatch.as('hit'))).limit(sql.lit(count));

  const rowsOf = (ids: RawBuilder<unknown>) =>
    inOrder(rows.where(sql<boolean>`${id} in (${ids})`)).execute() as Promise<Row[]>;
  const groups = source.groups?.(scope) ?? null;
  const isInGroups = groups !== null && groups.ids.length * (offset + limit) <= readFromGroups;
  // In the order of all rows, rows of other scopes are in between, as many as were just added there.
  const ofEachGroup = ({ column, ids }: NonNullable<typeof groups>) => {
    const ofOne = inOrder(keys(matching)).where(sql<boolean>`${sql.ref(column)} = one.id`);
    const first = ofOne.limit(offset === 0 && isUsual ? sql.lit(usualLimit) : offset + limit);
    return sql`select found.id from unnest(${[...ids]}::uuid[]) one (id)
      cross join lateral (${first}) found order by found.key ${direction}, found.id ${direction} ${part}`;
  };
  // A later page is searched in a beginning of the order with a fixed length in the statement's text: a tenth of it is few rows.
  const length = offset === 0 ? undefined : beginnings.find((rows) => rows >= offset + limit);
  const ofTheOrder = () =>
    length === undefined
      ? sql`select id from (${inOrder(keys(matching))} ${part}) part`
      : sql`select id from (
          select id from (${inOrder(keys(matching)).limit(sql.lit(length))}) beginning ${byKey} ${part}) part`;
  const alongTheIndex = () => rowsOf(groups && isInGroups ? ofEachGroup(groups) : ofTheOrder());
  const fromAllMatches = () =>
    rowsOf(sql`with found as materialized ${keys(matching)} select id from found ${byKey} ${part}`);
  const fromTheWindow = () =>
    rowsOf(sql`select id from ${beginning(windowRows)} recent where hit ${byKey} ${part}`);

  if (matches.length === 0) {
    const [counted, data] = await Promise.all([countRows(tx, source, scope, query, rows), alongTheIndex()]);
    return countedToItsEnd(counted, data, query);
  }
  if (source.inIndex?.(query)) {
    const counted = await countRows(tx, source, scope, query, matching);
    if (counted.isExact && counted.count <= offset) return { ...counted, data: [] };
    const isFew = counted.isExact && counted.count <= countedAtMost;
    return countedToItsEnd(counted, await (isFew ? fromAllMatches() : alongTheIndex()), query);
  }

  /** Reads the rows of a page and their count in one round trip. */
  const readCounted = async (counted: RawBuilder<unknown>) => {
    const shown = inOrder(rows.where(sql<boolean>`${id} in (select unnest(ids) from counted)`));
    return countedRows<Row>(
      tx,
      sql`with ${counted}
        select counted.seen as seen_of_all, counted.count as count_of_all, shown.*
        from counted left join ${shown.select([key.as('key_of_row'), id.as('id_of_row')])} shown on true
        order by shown.key_of_row ${direction}, shown.id_of_row ${direction}`,
    );
  };
  const glanced = source.glance?.(scope, query) ?? null;
  if (glanced !== null) {
    const found = await readCounted(
      sql`counted as materialized (
        select count(*) as seen, count(*) filter (where hit) as count,
          (array_agg(id ${byKey}) filter (where hit))[${offset + 1}::int:${offset + limit}::int] as ids
        from ${beginning(glanced)} seen)`,
    );
    if (found.seen < glanced) return { ...countedTo(found.count), data: found.data };
    if (found.count >= glanced * commonShare && found.count >= offset + limit)
      return { count: lessThan(found.count), isExact: false, data: found.data };
  }

  const known = await source.count?.(tx, scope, query);
  // For only a little more than 1,000 matches the window would have to be long.
  const gathered = glanced === null ? 2 * countedAtMost : countedAtMost;
  const { count, data } = await readCounted(
    sql`found as materialized (${keys(matching)} limit ${sql.lit(gathered + 1)}), few as (
        select id, key from found where (select count(*) from found) <= ${sql.lit(gathered)}
      ), counted as materialized (
        select count(*) as seen, count(*) as count, array(select id from few ${byKey} ${part}) as ids from found)`,
  );
  const counted = known === undefined || known === null ? countedTo(count) : { count: known, isExact: true };
  if (count <= gathered) return countedToItsEnd(counted, data, query);
  const inWindow = offset >= windowRows ? [] : await fromTheWindow();
  return countedToItsEnd(counted, inWindow.length === limit ? inWindow : await fromAllMatches(), query);
}

/** The most frequent page size. */
const usualLimit = 10;

/** Numbers of rows of an order in which a page is searched: only a few, because each makes a separate statement. */
const beginnings = [1_000, 10_000, mostOffset + 1_000];

/**
 * Returns rows with the same counts beside each, or only the counts. The added columns have names that no column of a list has.
 */
async function countedRows<Row>(tx: Tx, statement: RawBuilder<unknown>) {
  type Beside = { seen_of_all: number; count_of_all: number; key_of_row: unknown; id_of_row: string | null };
  const { rows } = await (statement as RawBuilder<Beside>).execute(tx);
  const [first] = rows;
  const data = rows.flatMap(
    ({ seen_of_all: _seen, count_of_all: _count, key_of_row: _key, id_of_row, ...row }) =>
      id_of_row === null ? [] : [row as Row],
  );
  return { seen: first?.seen_of_all ?? 0, count: first?.count_of_all ?? 0, data };
}

const countedTo = (count: number) => ({
  count: Math.min(count, countedAtMost),
  isExact: count <= countedAtMost,
});

/** Returns the exact count for a page that is not full: such a page contains the end of the list. */
function countedToItsEnd<Row>(
  counted: Omit<Page<Row>, 'data'>,
  data: Row[],
  { offset, limit }: { offset: number; limit: number },
): Page<Row> {
  const isEnd = !counted.isExact && data.length > 0 && data.length < limit;
  return isEnd ? { count: offset + data.length, isExact: true, data } : { ...counted, data };
}

/** Returns a round number that is certainly below the real number, if this many were seen. */
const lessThan = (seen: number): number => Math.min(Math.floor((seen - 1) / 10) * 10, countedAtMost);

/** Returns the conditions of the active filters. */
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
  return countedTo(rows[0]?.count ?? 0);
}
