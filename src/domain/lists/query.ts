import { filterParameterNames, filterParameters, readFilters } from './filter-values.ts';
import {
  orderName,
  ordersOf,
  type Filter,
  type FiltersOf,
  type ListDefinition,
  type Sort,
  type SortOf,
} from './list.ts';
import type { ListRequest } from './request.ts';

/** A part of a list, as requested by a call. */
export type ListQuery<List extends ListDefinition = ListDefinition> = {
  filters: FiltersOf<List>;
  sort: Sort<SortOf<List>>;
  offset: number;
  limit: number;
};

/** The parameters of one filter: a range of days has two. */
type ParameterOf<Name extends string, F extends Filter> = F extends { kind: 'days' }
  ? `${Name}_from` | `${Name}_to`
  : Name;

/** The names of all parameters that a list's filters have, in calls and addresses. */
export type FilterParameter<List extends ListDefinition> = {
  [Name in keyof List['filters'] & string]: ParameterOf<Name, List['filters'][Name]>;
}[keyof List['filters'] & string];

type Argument = string | number | null | undefined;

/** The arguments of a call that reads a list. Filters have their own parameters beside the window and the order. */
export type ListArguments<List extends ListDefinition = ListDefinition> = {
  offset?: number | null | undefined;
  limit?: number | null | undefined;
  order_by?: string | null | undefined;
} & { [Parameter in FilterParameter<List>]?: Argument };

/** Returns the part of the list for checked arguments; the first page in the list's own order if there are none. */
export function queryOf<List extends ListDefinition>(
  list: List,
  asked: ListArguments<List>,
): ListQuery<List> {
  const given: Readonly<Record<string, Argument>> = asked;
  const read = (name: string) => {
    const value = given[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    filters: readFilters(list, read),
    sort: ordersOf(list).get(asked.order_by ?? '') ?? list.defaultSort,
    offset: asked.offset ?? 0,
    limit: asked.limit ?? list.pageSize,
  };
}

/** The arguments that read one page, with every filter of the list. */
export type PageArguments<List extends ListDefinition> = {
  offset: number;
  limit: number;
  order_by?: string;
} & { [Parameter in FilterParameter<List>]: string | null };

/** Returns the arguments of the call that reads the page of a request; null for filters that are not set. */
export function argumentsOf<List extends ListDefinition>(
  list: List,
  { filters, sort, page }: ListRequest<List>,
): PageArguments<List> {
  const given = filterParameters(filters);
  return {
    ...Object.fromEntries(filterParameterNames(list).map((name) => [name, given[name] ?? null])),
    ...(list.sorts.length > 0 && { order_by: orderName(sort) }),
    offset: (page - 1) * list.pageSize,
    limit: list.pageSize,
  } as PageArguments<List>;
}
