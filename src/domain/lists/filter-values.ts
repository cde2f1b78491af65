import { badCharacter } from '../typed-text/characters.ts';
import { dateOfIso, parseDate } from '../fields.ts';
import { isSet, type Days, type Filter, type FiltersOf, type ListDefinition } from './list.ts';

/** Maximum number of characters of a search. */
export const longestSearch = 100;

/** Value with which a choice or a reference filters nothing (D-55, CTABLE-12, CTABLE-13). */
export const everything = 'all';

/** Search that matches every row: the default search of the source (API-46). */
const matchesAll = '%';

/** Reads one parameter of an address or a call; undefined if it is missing or not a text. */
export type ReadParameter = (name: string) => string | undefined;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const isDay = (value: string | undefined): value is string =>
  value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && 'iso' in parseDate(dateOfIso(value));

function readDays(name: string, read: ReadParameter): Days {
  const [from, to] = [read(`${name}_from`), read(`${name}_to`)].map((day) => (isDay(day) ? day : null)) as [
    string | null,
    string | null,
  ];
  // The same range, whichever day was typed first.
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

function readText(text = ''): string {
  const words = text.trim().replace(/\s+/gu, ' ');
  if (words === matchesAll || words.length > longestSearch) return '';
  return badCharacter(words, false) === undefined ? words : '';
}

function readFilter(name: string, filter: Filter, read: ReadParameter): string | Days | null {
  if (filter.kind === 'days') return readDays(name, read);
  const value = read(name);
  if (filter.kind === 'text') return readText(value);
  if (filter.kind === 'reference') return value !== undefined && uuid.test(value) ? value : null;
  return filter.values.find((known) => known === value) ?? null;
}

/** Returns the filters from parameters. A value that a filter does not know leaves it unset. */
export function readFilters<List extends ListDefinition>(list: List, read: ReadParameter): FiltersOf<List> {
  return Object.fromEntries(
    Object.entries(list.filters).map(([name, filter]) => [name, readFilter(name, filter, read)]),
  ) as FiltersOf<List>;
}

/** Returns the parameters for these filter values: each name of the list once, undefined if it is unset. */
export function filterParameters(
  filters: Readonly<Record<string, string | Days | null>>,
): Record<string, string | undefined> {
  const pairs = Object.entries(filters).flatMap(([name, value]): [string, string | undefined][] =>
    typeof value === 'object' && value !== null
      ? [
          [`${name}_from`, value.from ?? undefined],
          [`${name}_to`, value.to ?? undefined],
        ]
      : [[name, isSet(value) ? value : undefined]],
  );
  return Object.fromEntries(pairs);
}

/** Returns the names of all parameters of a list's filters. */
export const filterParameterNames = (list: ListDefinition): string[] =>
  Object.entries(list.filters).flatMap(([name, { kind }]) =>
    kind === 'days' ? [`${name}_from`, `${name}_to`] : [name],
  );
