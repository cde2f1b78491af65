import { filterParameterNames, filterParameters, readFilters } from './filter-values.ts';
import { orderName, ordersOf, type FiltersOf, type ListDefinition, type Sort, type SortOf } from './list.ts';
import type { ListRequest } from './request.ts';

/** A part of a list, as requested by a call. */
export type ListQuery<List extends ListDefinition = ListDefinition> = {
  filters: FiltersOf<List>;
  sort: Sort<SortOf<List>>;
  offset: number;
  limit: number;
};

/** Arguments of a call that reads a list. Filters are added by their names. */
export type ListArguments = {
  offset?: number | null | undefined;
  limit?: number | null | undefined;
  order_by?: string | null | undefined;
  [filter: string]: string | number | null | undefined;
};

/** Returns the part of the list for checked arguments; the first page in the list's own order if there are none. */
export function queryOf<List extends ListDefinition>(list: List, asked: ListArguments): ListQuery<List> {
  const read = (name: string) => {
    const value = asked[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    filters: readFilters(list, read),
    sort: ordersOf(list).get(asked.order_by ?? '') ?? list.defaultSort,
    offset: asked.offset ?? 0,
    limit: asked.limit ?? list.pageSize,
  };
}

/** Returns the arguments of the call that reads the page of a request; null for unset ones. */
export function argumentsOf<List extends ListDefinition>(
  list: List,
  { filters, sort, page }: ListRequest<List>,
): { offset: number; limit: number } & Record<string, string | number | null> {
  const given = filterParameters(filters);
  return {
    ...Object.fromEntries(filterParameterNames(list).map((name) => [name, given[name] ?? null])),
    ...(list.sorts.length > 0 && { order_by: orderName(sort) }),
    offset: (page - 1) * list.pageSize,
    limit: list.pageSize,
  };
}
