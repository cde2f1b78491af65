/** The columns of a list of customers, as its first line names them (GAP-109). The same in both languages. */
export const importColumns = [
  'first_name',
  'last_name',
  'email',
  'birth_date',
  'gender',
  'medicare_number',
  'customer_id',
] as const;

/** The columns that a list may have. The template has no column for the house. */
export const listColumns = [...importColumns, 'house'] as const;
export type ImportColumn = (typeof listColumns)[number];

/** Columns that the report adds to the lines it gives back. They are passed over when such a list is imported. */
export const reportColumns = ['problem_line', 'problem'] as const;

/** What separates cells: the first that makes sense of the first line is the list's. */
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

/** The place of each column in `columns`; -1 for one that is not there. */
export const placesIn = (columns: readonly (string | null)[]): ListForm['places'] =>
  Object.fromEntries(listColumns.map((column) => [column, columns.indexOf(column)])) as Record<
    ImportColumn,
    number
  >;

/** Where the columns stand by the names of the first line, in any order and in any case; null where it is no such line. */
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

/** How long the file may take to arrive, in milliseconds (IMPORT-05). */
export const importTimeout = 20_000;

/** The only type of file that is taken (IMPORT-03). */
export const importType = 'text/csv';

/** Lines that are shown before an import starts. */
export const previewRows = 20;

/** How long what a list holds is kept after its import, in days: time to mend the lines that could not be used. */
export const importKeptDays = 30;

/**
 * Progress of an import. arriving: the file is being sent. arrived: the file is complete. checked: it was read once. running: its
 * lines are being processed. done: all lines were processed. stopped: the staff member may no longer add customers there, or the
 * file is gone.
 */
export const importStates = ['arriving', 'arrived', 'checked', 'running', 'done', 'stopped'] as const;
export type ImportState = (typeof importStates)[number];
