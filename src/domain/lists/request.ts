import { filterParameters, readFilters } from './filter-values.ts';
import {
  mostOffset,
  orderName,
  ordersOf,
  type FiltersOf,
  type ListDefinition,
  type Sort,
  type SortOf,
} from './list.ts';

/** Request of a user: the page of a list, its order, and its filters. */
export type ListRequest<List extends ListDefinition = ListDefinition> = {
  filters: FiltersOf<List>;
  sort: Sort<SortOf<List>>;
  /** From 1. */
  page: number;
};

/** Returns the last page of a list that can be requested. */
const lastPage = ({ pageSize }: ListDefinition): number => Math.floor(mostOffset / pageSize) + 1;

function readPage(list: ListDefinition, text: string | undefined): number {
  const page = text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 1;
  return page >= 1 && page <= lastPage(list) ? page : 1;
}

/**
 * Reads a request from the parameters of an address. Missing, unknown or invalid values count as not given, so an address that
 * was cut or typed by hand never fails.
 */
export function readRequest<List extends ListDefinition>(
  list: List,
  parameters: Readonly<Record<string, unknown>>,
): ListRequest<List> {
  const read = (name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    filters: readFilters(list, read),
    sort: ordersOf(list).get(read('sort') ?? '') ?? list.defaultSort,
    page: readPage(list, read('page')),
  };
}

/**
 * Returns the parameters of the address for a request: every parameter of the list by name, undefined if it equals the default,
 * so that the address is as short as possible and other parameters are kept.
 */
export function requestParameters<List extends ListDefinition>(
  list: List,
  { filters, sort, page }: ListRequest<List>,
): Record<string, string | undefined> {
  const order = orderName(sort);
  return {
    ...filterParameters(filters),
    sort: order === orderName(list.defaultSort) ? undefined : order,
    page: page === 1 ? undefined : String(page),
  };
}

/** Changes the order or the filters, and goes to the first page (CTABLE-19). */
export const changeRequest = <List extends ListDefinition>(
  { filters, sort }: ListRequest<List>,
  change: { filters?: Partial<FiltersOf<List>>; sort?: Sort<SortOf<List>> },
): ListRequest<List> => ({
  filters: { ...filters, ...change.filters },
  sort: change.sort ?? sort,
  page: 1,
});
