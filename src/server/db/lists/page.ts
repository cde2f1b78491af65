import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { isSet, type FiltersOf, type ListDefinition, type SortOf } from '../../../domain/lists/list.ts';
import { countedAtMost, type Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import type { Tx } from '../../pipeline/context.ts';
import { PageStatements } from './page-statements.ts';

/** A column by name, such as `users.created_at`, or an expression. */
export type Column = string | RawBuilder<unknown>;

/** The tables and columns of a list. */
export type ListSource<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row> = {
  /** The rows of a scope with their columns, without order or limit. */
  rows: (tx: Tx, scope: In) => SelectQueryBuilder<DB, From, Row>;
  /**
   * The rows with their columns, for lists whose columns are of more tables than their conditions and orders: `rows` then only finds the ids
   * of a page, and batches read its columns.
   */
  shown?: (tx: Tx) => SelectQueryBuilder<DB, From, Row>;
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
   * Conditions for lists with `inIndex` whose filters no index of the order answers as a whole: each has an index of its rows in the order, no
   * row matches two of them, and together they match the rows of the filters. A page is merged from them. Null for other filters.
   */
  parts?: (scope: In, query: ListQuery<List>) => RawBuilder<boolean>[] | null;
  /**
   * Groups that form a scope, each with an index of its rows in every order. Null if the rows of the scope are close together in
   * the index of all rows. `only` returns the scope of one group; without it, the rows of
   * a group are found by a condition on the column.
   */
  groups?: (scope: In) => { column: string; ids: readonly string[]; only?: (id: string) => In } | null;
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
  /**
   * True if rows are counted along the index of the order, for scopes that are a whole table: the planner reads it in full
   * otherwise.
   */
  countsAlongTheIndex?: boolean;
  /**
   * Returns the exact number of rows if it is stored or cheap to count; `many` if there are certainly more than a list counts; null
   * otherwise.
   */
  count?: (tx: Tx, scope: In, query: ListQuery<List>) => Promise<number | 'many' | null>;
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
  const narrowed = source.narrowed?.(query, scope) ?? null;
  const groups = groupsOf(tx, source, scope);
  const key = columnOf(source.sorts[sort.by]);
  const place = { id: source.id, key, direction: sort.direction, offset, limit };
  const page = new PageStatements(
    tx,
    { rows, shown: source.shown?.(tx) ?? null, matches, narrowed, groups },
    place,
  );

  if (matches.length === 0) {
    const [counted, data] = await Promise.all([
      countRows(tx, source, scope, query, rows),
      page.alongTheIndex(),
    ]);
    return countedToItsEnd(counted, data, query);
  }
  if (source.inIndex?.(query)) {
    const counted = await countRows(tx, source, scope, query, page.matching);
    if (counted.isExact && counted.count <= offset) return { ...counted, data: [] };
    const sortsAll = counted.isExact && counted.count <= countedAtMost;
    const parts = source.parts?.(scope, query) ?? null;
    const many = () => (parts === null ? page.alongTheIndex() : page.merged(parts));
    return countedToItsEnd(counted, await (sortsAll ? page.fromAllMatches() : many()), query);
  }

  const glanced = source.glance?.(scope, query) ?? null;
  if (glanced !== null) {
    const found = await page.glance(glanced);
    if (found.seen < glanced) return { ...countedTo(found.count), data: found.data };
    if (found.count >= glanced * commonShare && found.count >= offset + limit)
      return { count: lessThan(found.count), isExact: false, data: found.data };
  }

  const known = await source.count?.(tx, scope, query);
  // For only a little more than 1,000 matches the window would have to be long.
  const gathered = glanced === null ? 2 * countedAtMost : countedAtMost;
  const { count, data } = await page.gather(gathered);
  const counted = knownCount(known) ?? countedTo(count);
  if (count <= gathered) return countedToItsEnd(counted, data, query);
  const windowRows = source.windows?.[sort.by] ?? usualWindow;
  const inWindow = offset >= windowRows ? [] : await page.fromTheWindow(windowRows);
  return countedToItsEnd(counted, inWindow.length === limit ? inWindow : await page.fromAllMatches(), query);
}

/** Returns the groups that a scope consists of, with the rows of each; null if it is read as a whole. */
function groupsOf<List extends ListDefinition, In extends Scope, DB, From extends keyof DB, Row>(
  tx: Tx,
  source: ListSource<List, In, DB, From, Row>,
  scope: In,
) {
  const groups = source.groups?.(scope) ?? null;
  return (
    groups && {
      ...groups,
      rowsOf: (id: string) =>
        groups.only
          ? source.rows(tx, groups.only(id))
          : source.rows(tx, scope).where(sql<boolean>`${sql.ref(groups.column)} = ${id}::uuid`),
    }
  );
}

/** Returns what a list says of a known number of rows; null if it must be counted. */
function knownCount(known: number | 'many' | null | undefined): Omit<Page<unknown>, 'data'> | null {
  if (known === undefined || known === null) return null;
  return known === 'many' ? { count: countedAtMost, isExact: false } : { count: known, isExact: true };
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
  const known = knownCount(await source.count?.(tx, scope, query));
  if (known !== null) return known;
  const probe = matching
    .clearSelect()
    .select(sql.lit(1).as('one'))
    .limit(sql.lit(countedAtMost + 1));
  const { by, direction } = query.sort;
  const counted = source.countsAlongTheIndex
    ? probe
        .orderBy(sql`${columnOf(source.sorts[by])}`, direction)
        .orderBy(sql`${columnOf(source.id)}`, direction)
    : probe;
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${counted} probe`.execute(tx);
  return countedTo(rows[0]?.count ?? 0);
}
