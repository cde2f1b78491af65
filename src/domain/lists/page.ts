import { isSet, type Days, type FiltersOf, type ListDefinition, type SortOf } from './list.ts';
import type { ListQuery } from './query.ts';

/** A part of a list with the number of all its rows. */
export type Page<Row> = {
  /** Number of matching rows, counted up to `countedAtMost` if counting all would be slow. */
  count: number;
  /** False if there are more rows than `count`. */
  isExact: boolean;
  data: Row[];
};

/** Rows are counted exactly up to this number; beyond it only if counting is cheap. */
export const countedAtMost = 1_000;

/** Filters and sort keys of a list whose rows are in memory. */
export type RowsInMemory<List extends ListDefinition, Row> = {
  filters: {
    [Name in keyof List['filters']]: (row: Row, value: NonNullable<FiltersOf<List>[Name]>) => boolean;
  };
  sorts: { [By in SortOf<List>]: (row: Row) => string | number };
};

const collator = new Intl.Collator('en-AU', { sensitivity: 'base', numeric: true });

/** Returns a part of a list whose rows are in memory, such as objects of the product itself. Equal rows keep their order. */
export function pageOfRows<List extends ListDefinition, Row>(
  rows: readonly Row[],
  { filters, sort, offset, limit }: ListQuery<List>,
  how: RowsInMemory<List, Row>,
): Page<Row> {
  const set = Object.entries(filters as Record<string, string | Days | null>).filter(([, value]) =>
    isSet(value),
  );
  const tests = how.filters as Record<string, (row: Row, value: unknown) => boolean>;
  const found = rows.filter((row) => set.every(([name, value]) => tests[name]?.(row, value)));
  const keyOf = how.sorts[sort.by];
  const sign = sort.direction === 'asc' ? 1 : -1;
  const sorted = found.toSorted((one, other) => sign * compare(keyOf(one), keyOf(other)));
  return { count: found.length, isExact: true, data: sorted.slice(offset, offset + limit) };
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}
