import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { mostOffset } from '../../../domain/lists/list.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The rows of a list in a scope, and the conditions of its active filters. */
type Listed<DB, From extends keyof DB, Row> = {
  /** All rows of the scope. */
  rows: SelectQueryBuilder<DB, From, Row>;
  /** All rows with the columns of a page, if `rows` does not have them; null otherwise. */
  shown: SelectQueryBuilder<DB, From, Row> | null;
  matches: readonly RawBuilder<boolean>[];
  /** An additional condition that follows from the filters; null if there is none. */
  narrowed: RawBuilder<boolean> | null;
  groups: Groups<SelectQueryBuilder<DB, From, Row>> | null;
};

/** Groups that form a scope, each with an index of its rows in every order. */
type Groups<Rows> = {
  column: string;
  ids: readonly string[];
  /** Returns all rows of one group. */
  rowsOf: (id: string) => Rows;
};

/** The order of a list, and the place of the page in it. `id` is the column with the uuid of a row. */
type Place = {
  id: string;
  key: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
};

/** Rows of a page, the number of rows seen, and the number of matches among them. */
type CountedRows<Row> = { seen: number; count: number; data: Row[] };

/** The most frequent page size. */
const usualLimit = 10;

/** Maximum number of rows read from all groups of a scope to merge them in one order. */
const readFromGroups = 2_000;

/** Maximum number of groups whose rows are merged in one order, each a part of the statement. */
const mostMerged = 64;

/** Groups are filled up to a multiple of this with an id that none has, because each number of groups makes a separate statement. */
const mergedInSteps = 8;
const noGroup = '00000000-0000-0000-0000-000000000000';

/** Numbers of rows of an order in which a page is searched: only a few, because each makes a separate statement. */
const beginnings = [1_000, 10_000, mostOffset + 1_000];

/** The statements that read one page of a list, each by another way to find its rows. */
export class PageStatements<DB, From extends keyof DB, Row> {
  /** The rows that match the filters. */
  readonly matching: SelectQueryBuilder<DB, From, Row>;
  readonly #tx: Tx;
  readonly #rows: SelectQueryBuilder<DB, From, Row>;
  readonly #shown: SelectQueryBuilder<DB, From, Row> | null;
  readonly #groups: Groups<SelectQueryBuilder<DB, From, Row>> | null;
  readonly #matches: readonly RawBuilder<boolean>[];
  readonly #offset: number;
  readonly #limit: number;
  readonly #id: RawBuilder<string>;
  readonly #key: RawBuilder<unknown>;
  readonly #direction: RawBuilder<unknown>;
  readonly #isMatch: RawBuilder<boolean>;
  readonly #byKey: RawBuilder<unknown>;
  /** The offset and the limit of the page. */
  readonly #part: RawBuilder<unknown>;

  constructor(tx: Tx, listed: Listed<DB, From, Row>, { id, key, direction, offset, limit }: Place) {
    const { rows, shown, matches, narrowed, groups } = listed;
    this.#tx = tx;
    this.#rows = rows;
    this.#shown = shown;
    this.#isMatch = sql<boolean>`(${sql.join(matches, sql` and `)})`;
    const matched = matches.length === 0 ? rows : rows.where(this.#isMatch);
    this.matching = narrowed === null ? matched : matched.where(narrowed);
    this.#groups = groups;
    this.#matches = matches;
    this.#offset = offset;
    this.#limit = limit;
    this.#id = sql.ref<string>(id);
    this.#key = key;
    this.#direction = direction === 'asc' ? sql`asc` : sql`desc`;
    this.#byKey = sql`order by key ${this.#direction}, id ${this.#direction}`;
    // Literals let most calls be planned once: for an unknown limit or offset the planner assumes a tenth of all rows.
    const isUsual = limit === usualLimit;
    const limited = isUsual ? sql`limit ${sql.lit(usualLimit)}` : sql`limit ${limit}`;
    this.#part = offset === 0 && isUsual ? sql`offset 0 ${limited}` : sql`offset ${offset} ${limited}`;
  }

  /** Reads the page along the index of the order, or of the groups if they are few. */
  alongTheIndex(): Promise<Row[]> {
    return this.#rowsOf(this.#alongTheIndex());
  }

  /** Merges the page from disjoint parts of the matches, each read along an index of its own. */
  merged(parts: readonly RawBuilder<boolean>[]): Promise<Row[]> {
    return this.#rowsOf(this.#inOneOrder(parts.map((part) => this.#rows.where(part))));
  }

  #alongTheIndex(): RawBuilder<unknown> {
    const groups = this.#groups;
    if (groups === null) return this.#ofTheOrder();
    if (groups.ids.length * (this.#offset + this.#limit) <= readFromGroups) return this.#ofEachGroup(groups);
    return groups.ids.length <= mostMerged ? this.#mergedGroups(groups) : this.#ofTheOrder();
  }

  /** Finds all matches and sorts them. */
  fromAllMatches(): Promise<Row[]> {
    return this.#rowsOf(
      sql`with found as materialized ${this.#keys(this.matching)} select id from found ${this.#byKey} ${this.#part}`,
    );
  }

  /** Searches the page among the first rows of the order. */
  fromTheWindow(rows: number): Promise<Row[]> {
    return this.#rowsOf(
      sql`select id from ${this.#beginning(rows)} recent where hit ${this.#byKey} ${this.#part}`,
    );
  }

  /** Searches the page among the first rows of the order, and counts the rows seen and their matches. */
  glance(rows: number): Promise<CountedRows<Row>> {
    const from = this.#offset + 1;
    const to = this.#offset + this.#limit;
    return this.#readCounted(
      sql`counted as materialized (
        select count(*) as seen, count(*) filter (where hit) as count,
          (array_agg(id ${this.#byKey}) filter (where hit))[${from}::int:${to}::int] as ids
        from ${this.#beginning(rows)} seen)`,
    );
  }

  /** Finds and counts matches, and one more than `atMost`. The page is empty if there are that many. */
  gather(atMost: number): Promise<CountedRows<Row>> {
    return this.#readCounted(
      sql`found as materialized (${this.#keys(this.matching)} limit ${sql.lit(atMost + 1)}), few as (
        select id, key from found where (select count(*) from found) <= ${sql.lit(atMost)}
      ), counted as materialized (
        select count(*) as seen, count(*) as count, array(select id from few ${this.#byKey} ${this.#part}) as ids from found)`,
    );
  }

  #keys(from: SelectQueryBuilder<DB, From, Row>) {
    return from.clearSelect().select([this.#id.as('id'), this.#key.as('key')]);
  }

  #inOrder<Selected>(from: SelectQueryBuilder<DB, From, Selected>) {
    const direction = this.#direction;
    return from.orderBy(sql`${this.#key} ${direction}`).orderBy(sql`${this.#id} ${direction}`);
  }

  #beginning(count: number) {
    return this.#inOrder(this.#keys(this.#rows).select(this.#isMatch.as('hit'))).limit(sql.lit(count));
  }

  #rowsOf(ids: RawBuilder<unknown>): Promise<Row[]> {
    // `any(array(...))` finds the ids before the tables of `shown` are joined. With `in (...)` the planner joins all of their rows first.
    const shown = this.#shown
      ? this.#shown.where(sql<boolean>`${this.#id} = any(array(${ids}))`)
      : this.#rows.where(sql<boolean>`${this.#id} in (${ids})`);
    return this.#inOrder(shown).execute();
  }

  // In the order of all rows, rows of other scopes are in between, as many as were just added there.
  #ofEachGroup({ column, ids }: Groups<SelectQueryBuilder<DB, From, Row>>): RawBuilder<unknown> {
    const direction = this.#direction;
    const end = this.#offset + this.#limit;
    const isUsual = this.#offset === 0 && this.#limit === usualLimit;
    const ofOne = this.#inOrder(this.#keys(this.matching)).where(sql<boolean>`${sql.ref(column)} = one.id`);
    const first = ofOne.limit(isUsual ? sql.lit(usualLimit) : end);
    return sql`select found.id from unnest(${[...ids]}::uuid[]) one (id)
      cross join lateral (${first}) found order by found.key ${direction}, found.id ${direction} ${this.#part}`;
  }

  // A later page of few groups: the database reads the index of each group in order and takes the next row of all, so that it reads no more rows
  // than the end of the page.
  #mergedGroups({ ids, rowsOf }: Groups<SelectQueryBuilder<DB, From, Row>>): RawBuilder<unknown> {
    const filled = Array.from(
      { length: Math.ceil(ids.length / mergedInSteps) * mergedInSteps },
      (_, index) => ids[index] ?? noGroup,
    );
    const matchingOf = (id: string) =>
      this.#matches.length === 0 ? rowsOf(id) : rowsOf(id).where(this.#isMatch);
    return this.#inOneOrder(filled.map(matchingOf));
  }

  /** Merges parts. The database reads from each part at most the rows up to the end of the page. */
  #inOneOrder(parts: readonly SelectQueryBuilder<DB, From, Row>[]): RawBuilder<unknown> {
    const end = this.#offset + this.#limit;
    const length = beginnings.find((rows) => rows >= end) ?? end;
    const inOrder = parts.map((rows) => sql`(${this.#inOrder(this.#keys(rows)).limit(sql.lit(length))})`);
    return sql`select id from (${sql.join(inOrder, sql` union all `)}) merged ${this.#byKey} ${this.#part}`;
  }

  // A later page is searched in a beginning of the order with a fixed length in the statement's text: a tenth of it is few rows.
  #ofTheOrder(): RawBuilder<unknown> {
    const end = this.#offset + this.#limit;
    const length = this.#offset === 0 ? undefined : beginnings.find((rows) => rows >= end);
    const inOrder = this.#inOrder(this.#keys(this.matching));
    return length === undefined
      ? sql`select id from (${inOrder} ${this.#part}) part`
      : sql`select id from (
          select id from (${inOrder.limit(sql.lit(length))}) beginning ${this.#byKey} ${this.#part}) part`;
  }

  /** Reads the rows of a page and their count in one round trip. */
  #readCounted(counted: RawBuilder<unknown>): Promise<CountedRows<Row>> {
    const direction = this.#direction;
    const shown = this.#inOrder(
      (this.#shown ?? this.#rows).where(sql<boolean>`${this.#id} in (select unnest(ids) from counted)`),
    );
    return countedRows<Row>(
      this.#tx,
      sql`with ${counted}
        select counted.seen as seen_of_all, counted.count as count_of_all, shown.*
        from counted left join ${shown.select([this.#key.as('key_of_row'), this.#id.as('id_of_row')])} shown on true
        order by shown.key_of_row ${direction}, shown.id_of_row ${direction}`,
    );
  }
}

/**
 * Returns rows with the same counts beside each, or only the counts. The added columns have names that no column of a list has.
 */
async function countedRows<Row>(tx: Tx, statement: RawBuilder<unknown>): Promise<CountedRows<Row>> {
  type Beside = { seen_of_all: number; count_of_all: number; key_of_row: unknown; id_of_row: string | null };
  const { rows } = await (statement as RawBuilder<Beside>).execute(tx);
  const [first] = rows;
  const data = rows.flatMap(
    ({ seen_of_all: _seen, count_of_all: _count, key_of_row: _key, id_of_row, ...row }) =>
      id_of_row === null ? [] : [row as Row],
  );
  return { seen: first?.seen_of_all ?? 0, count: first?.count_of_all ?? 0, data };
}
