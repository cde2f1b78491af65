/** Columns that the first line of a list in our format must have (GAP-109). The same in both languages. */
export const importColumns = [
  'first_name',
  'last_name',
  'email',
  'birth_date',
  'gender',
  'medicare_number',
  'customer_id',
] as const;

/** Columns of the template. */
export const templateColumns = [...importColumns, 'room'] as const;

/** Columns that a list may have. The template has no column for the house. */
export const listColumns = [...templateColumns, 'house'] as const;
export type ImportColumn = (typeof listColumns)[number];

/** Columns that the report adds to the lines it returns. They are ignored when such a list is imported. */
export const reportColumns = ['problem_line', 'problem'] as const;

/** Possible delimiters of cells: the first one that matches the first line is used. */
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * Format of a list: the delimiter of its cells, the number of cells in a line, and the index of each column; -1 for a missing
 * column.
 */
export type ListForm = {
  delimiter: Delimiter;
  width: number;
  places: Readonly<Record<ImportColumn, number>>;
};

/** Returns the index of each column in `columns`; -1 for a missing one. */
export const placesIn = (columns: readonly (string | null)[]): ListForm['places'] =>
  Object.fromEntries(listColumns.map((column) => [column, columns.indexOf(column)])) as Record<
    ImportColumn,
    number
  >;

/**
 * Returns the index of each column by the names in the first line, in any order and any case; null if it is not a line of names.
 */
export function placesOf(heads: readonly string[]): ListForm['places'] | null {
  const names = heads.map((head) => head.trim().toLowerCase());
  const known: readonly string[] = [...listColumns, ...reportColumns];
  const isFit =
    new Set(names).size === names.length &&
    names.every((name) => known.includes(name)) &&
    importColumns.every((column) => names.includes(column));
  if (!isFit) return null;
  return placesIn(names);
}

/** Limits of one list: bytes of the file (IMPORT-04), lines with a customer, and characters of a line. */
export const importMaxBytes = 10 * 1024 * 1024;
export const importMaxRows = 100_000;
export const importMaxLine = 4_000;

/** Timeout for receiving the file, in milliseconds (IMPORT-05). */
export const importTimeout = 20_000;

/** The only accepted type of file (IMPORT-03). */
export const importType = 'text/csv';

/** Number of lines shown before an import starts. */
export const previewRows = 20;

/** Days for which the content of a list is kept after its import, so that invalid lines can be corrected. */
export const importKeptDays = 30;

/**
 * Progress of an import. arriving: the file is being sent. arrived: the file is complete. checked: it was read once. running: its
 * lines are being processed. done: all lines were processed. stopped: the staff member may no longer add customers there, or the
 * file is gone.
 */
export const importStates = ['arriving', 'arrived', 'checked', 'running', 'done', 'stopped'] as const;
export type ImportState = (typeof importStates)[number];
