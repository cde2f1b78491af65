import * as z from 'zod/mini';
import { filterParameterNames, filterParameters, longestSearch, readFilters } from './filter-values.ts';
import {
  mostOffset,
  orderName,
  ordersOf,
  type FiltersOf,
  type ListDefinition,
  type Sort,
  type SortOf,
} from './list.ts';
import type { ListRequest } from './request.ts';

/** A part of a list, as calls ask for it. */
export type ListQuery<List extends ListDefinition = ListDefinition> = {
  filters: FiltersOf<List>;
  sort: Sort<SortOf<List>>;
  offset: number;
  limit: number;
};

/** The arguments of a call that reads a list. Filters stand beside them, by their names. */
export type ListArguments = {
  offset?: number | null | undefined;
  limit?: number | null | undefined;
  order_by?: string | null | undefined;
  [filter: string]: string | number | null | undefined;
};

const nullable = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

const filterSchemas = {
  text: () => z.string().check(z.maxLength(longestSearch)),
  choice: (values: readonly string[]) => z.enum(values as [string, ...string[]]),
  reference: () => z.uuid(),
  days: () => z.iso.date(),
};

/**
 * The schema of a call's arguments, with those by which the call says whose list it is. Unlike an address, a call that asks for
 * what a list does not know is refused.
 */
export function listInput<Name extends string = never>(
  list: ListDefinition,
  named?: Readonly<Record<Name, z.ZodMiniType<string>>>,
): z.ZodMiniType<ListArguments & Record<Name, string>> {
  const orders = [...ordersOf(list).keys()];
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const schema =
      filter.kind === 'choice' ? filterSchemas.choice(filter.values) : filterSchemas[filter.kind]();
    const names = filter.kind === 'days' ? [`${name}_from`, `${name}_to`] : [name];
    return names.map((each) => [each, nullable(schema)] as const);
  });
  return z.strictObject({
    offset: nullable(z.int().check(z.gte(0), z.lte(mostOffset))),
    limit: nullable(z.int().check(z.gte(1), z.lte(list.largestPage))),
    ...(orders.length > 0 && { order_by: nullable(z.enum(orders as [string, ...string[]])) }),
    ...Object.fromEntries(filters),
    ...named,
  }) as unknown as z.ZodMiniType<ListArguments & Record<Name, string>>;
}

/** The part of a list that checked arguments ask for; the first page in the list's own order where they ask for nothing. */
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

/** The arguments of the call that reads the page of a request; null for what is not set. */
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
