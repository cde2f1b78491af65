import type { Century } from '../../../../../domain/customers/import/cells.ts';
import {
  delimiters,
  importColumns,
  listColumns,
  placesOf,
  type Delimiter,
  type ImportColumn,
  type ListForm,
} from '../../../../../domain/customers/import/columns.ts';
import type { ImportEncoding } from '../../../../../domain/customers/import/encodings.ts';
import { guessColumns, placesBy, type IsHouse } from '../../../../../domain/customers/import/matching.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { cellsOfLine } from './records.ts';
import type { Line } from './lines.ts';

/**
 * Known facts about a list before it is read: how it was read before, how staff matched it, or how the provider's last list was
 * matched.
 */
export type KnownForm = {
  encoding?: ImportEncoding | undefined;
  /** Target column of each column of the file, as staff matched them; null for a column that is left out. */
  columns?: readonly (ImportColumn | null)[] | undefined;
  /** Column names for which `columns` was matched; undefined matches any names. */
  heads?: readonly string[] | undefined;
  century?: Century | undefined;
};

/** Format of a list, with its first lines. */
export type ReadForm = ListForm & {
  isTemplate: boolean;
  century: Century;
  heads: readonly string[];
  columns: readonly (ImportColumn | null)[];
  /** Cells of the first lines. */
  samples: readonly (readonly string[])[];
};

/** Number of lines that are used to guess the columns, and shown beside them. */
export const sampleLines = 20;

export const refusedFile = (
  message: 'error.import.header' | 'error.import.empty',
  params: Record<string, string> = {},
) => new AppError('invalid', { fields: [{ field: 'file', message, params }] });

/** Minimum number of columns of a file that may be a list of customers although its first line does not name them. */
const fewestColumns = 3;

/** Error for a list whose name columns are not known yet. The columns have to be matched by hand. */
export class UnmatchedColumns extends Error {
  readonly form: Pick<ReadForm, 'delimiter' | 'century' | 'heads' | 'columns' | 'samples'>;
  /** Detected from the first lines only. */
  encoding: ImportEncoding = 'utf-8';
  constructor(form: UnmatchedColumns['form']) {
    super('Unmatched columns');
    this.form = form;
  }
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

/** Returns the delimiter that splits the first line into most cells. */
function delimiterOf(head: string): Delimiter {
  const found = delimiters.map((delimiter) => ({ delimiter, cells: cellsOfLine(head, delimiter).length }));
  return found.reduce((best, each) => (each.cells > best.cells ? each : best)).delimiter;
}

/**
 * Detects the format of a list from its first line and some lines after it: the template, the columns that staff matched, or a
 * guess.
 * @throws AppError `invalid` at `file` for a first line that does not name the columns of the names
 */
export function formOf(head: Line, others: readonly Line[], known: KnownForm, isHouse: IsHouse): ReadForm {
  const refused = () => refusedFile('error.import.header', { columns: importColumns.join(', ') });
  if (head.tooLong) throw refused();
  const text = withoutMark(head.text);
  const century = known.century ?? 19;
  const cellsOf = (delimiter: Delimiter) =>
    others.filter(({ text: line }) => line.trim() !== '').map((line) => cellsOfLine(line.text, delimiter));
  for (const delimiter of delimiters) {
    const heads = cellsOfLine(text, delimiter);
    const places = placesOf(heads);
    if (places) {
      const columns = heads.map((_, at) => listColumns.find((column) => places[column] === at) ?? null);
      const form = { delimiter, places, width: heads.length, isTemplate: true, century, heads, columns };
      return { ...form, samples: cellsOf(delimiter) };
    }
  }
  const delimiter = delimiterOf(text);
  const heads = cellsOfLine(text, delimiter).map((each) => each.trim());
  const samples = cellsOf(delimiter);
  const isMatched =
    known.columns?.length === heads.length &&
    (!known.heads || known.heads.every((each, at) => each === heads[at]));
  const columns = isMatched ? known.columns! : guessColumns(heads, samples, isHouse);
  const places = placesBy(columns);
  if (!places) {
    if (heads.length < fewestColumns) throw refused();
    throw new UnmatchedColumns({ delimiter, century, heads, columns, samples });
  }
  return { delimiter, places, width: heads.length, isTemplate: false, century, heads, columns, samples };
}
