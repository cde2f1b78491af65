import type { IsoDate } from '../fields.ts';

/** Kinds of filters: words to search for, one of several values, an object by its id, or a range of days. */
export type Filter =
  | { readonly kind: 'text' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'reference' }
  | { readonly kind: 'days' };

/** Words to search for. */
export const text = { kind: 'text' } as const;

/** An object by its id, a UUID. */
export const reference = { kind: 'reference' } as const;

/** A range of days in Melbourne. */
export const days = { kind: 'days' } as const;

/** Returns a filter for one of the values of a list of the domain. */
export const choice = <const Values extends readonly string[]>(values: Values) =>
  ({ kind: 'choice', values }) as const;

/** Both days belong to the range; null for an open end. */
export type Days = { from: IsoDate | null; to: IsoDate | null };

/** Value of a filter. Unset it is '', null, or a range open at both ends. */
export type FilterValue<F extends Filter> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Value | null
    : F extends { kind: 'reference' }
      ? string | null
      : Days;

export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

export type Sort<By extends string = string> = { by: By; direction: Direction };

/** Definition of a list of the product, from the address of its page to the database. */
export type ListDefinition<
  Filters extends Record<string, Filter> = Record<string, Filter>,
  By extends string = string,
  Column extends string = string,
> = {
  readonly name: string;
  readonly filters: Filters;
  /** Sort keys. */
  readonly sorts: readonly By[];
  readonly defaultSort: Sort<By>;
  readonly pageSize: number;
  /** Maximum number of rows of one call. */
  readonly largestPage: number;
  /** Columns of the CSV file in order; none if the list cannot be exported. */
  readonly csv: readonly Column[];
  /** The list can also be exported as an Excel file, with the same columns. */
  readonly hasXlsx?: boolean;
};

export type FiltersOf<List extends ListDefinition> = {
  [Name in keyof List['filters']]: FilterValue<List['filters'][Name]>;
};
export type SortOf<List extends ListDefinition> = List['defaultSort']['by'];

/** Page size of the source (CTABLE-14, NOTIF-04, FAC-12). */
const usualPageSize = 10;
const usualLargestPage = 50;

/** Maximum offset of a page in a list. */
export const mostOffset = 100_000;

type NoSpecialNames = { page?: never; sort?: never; offset?: never; limit?: never; order_by?: never };

/** Defines a list. Without `sorts` its order is fixed. */
export function defineList<
  const Filters extends Record<string, Filter>,
  const By extends string,
  const Column extends string = never,
>(definition: {
  name: string;
  filters: Filters & NoSpecialNames;
  sorts?: readonly By[];
  defaultSort: Sort<By>;
  pageSize?: number;
  csv?: readonly Column[];
  hasXlsx?: boolean;
}): ListDefinition<Filters, By, Column> {
  const { sorts = [], pageSize = usualPageSize, csv = [], ...rest } = definition;
  return { ...rest, sorts, pageSize, largestPage: Math.max(usualLargestPage, pageSize), csv };
}

/** Returns the filters of a list, all unset. */
export function noFilters<List extends ListDefinition>(list: List): FiltersOf<List> {
  const unset = { text: '', choice: null, reference: null, days: { from: null, to: null } };
  return Object.fromEntries(
    Object.entries(list.filters).map(([name, { kind }]) => [name, unset[kind]]),
  ) as FiltersOf<List>;
}

/** Whether a filter is set. */
export const isSet = (value: string | Days | null): value is string | Days =>
  typeof value === 'object' && value !== null
    ? value.from !== null || value.to !== null
    : value !== null && value !== '';

/** Whether any filter of a list is set. */
export const isFiltered = (filters: Readonly<Record<string, string | Days | null>>): boolean =>
  Object.values(filters).some(isSet);

/** Returns every order of a list by its name in addresses and calls, such as `created_at_desc`. */
export function ordersOf<List extends ListDefinition>({ sorts }: List): Map<string, Sort<SortOf<List>>> {
  return new Map(
    sorts.flatMap((by) => directions.map((direction) => [orderName({ by, direction }), { by, direction }])),
  );
}

/** Returns the name of an order. */
export const orderName = ({ by, direction }: Sort): string => `${by}_${direction}`;
