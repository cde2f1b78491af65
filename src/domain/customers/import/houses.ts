import type { RowProblem } from './row.ts';

/** A house for customers of a list, or an archived one of the same tree. */
export type House = { id: string; name: string; archived: boolean };

/** Houses by the key of their name. */
export type HouseNames = ReadonlyMap<string, readonly House[]>;

/** Returns a name without case, blanks and width, so that "LORIKEET  LODGE" is "Lorikeet Lodge". */
export const houseKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s/gu, '');

/** Returns the houses by the key of their name. */
export function houseNames(houses: readonly House[]): HouseNames {
  const names = new Map<string, House[]>();
  for (const house of houses) {
    const key = houseKey(house.name);
    names.set(key, [...(names.get(key) ?? []), house]);
  }
  return names;
}

/** Maximum number of characters of a cell that a message quotes. */
const quotedLength = 60;

const problemOf = (
  message: 'error.import.houseUnknown' | 'error.import.houseSeveral' | 'error.import.houseArchived',
  cell: string,
): RowProblem => {
  const house = [...cell].length > quotedLength ? `${[...cell].slice(0, quotedLength).join('')}…` : cell;
  return { field: 'house', message, params: { house } };
};

/**
 * Returns the house named in a cell; a null id for an empty cell, whose customer is added to the house of the import. The message
 * for a house that is not among `names` is the same whether or not it exists.
 */
export function findHouse(
  names: HouseNames,
  cell: string,
): { id: string | null; problem: null } | { id: null; problem: RowProblem } {
  const key = houseKey(cell);
  if (key === '') return { id: null, problem: null };
  const found = names.get(key) ?? [];
  const [open, another] = found.filter(({ archived }) => !archived);
  if (another) return { id: null, problem: problemOf('error.import.houseSeveral', cell) };
  if (open) return { id: open.id, problem: null };
  const message = found.length > 0 ? 'error.import.houseArchived' : 'error.import.houseUnknown';
  return { id: null, problem: problemOf(message, cell) };
}
