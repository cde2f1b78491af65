import { importMaxLine, listColumns } from '../../../../../domain/customers/import/columns.ts';
import type { ImportEncoding } from '../../../../../domain/customers/import/encodings.ts';
import { findHouse, houseKey, type HouseNames } from '../../../../../domain/customers/import/houses.ts';
import { isTotalsLine } from '../../../../../domain/customers/import/matching.ts';
import {
  cellsByColumn,
  readCustomer,
  type ImportedCustomer,
  type RowCells,
  type RowProblem,
} from '../../../../../domain/customers/import/row.ts';
import { medicareCard } from '../../../../../domain/fields.ts';
import { givingWay } from './turns.ts';
import { formOf, refusedFile, sampleLines, UnmatchedColumns, type KnownForm, type ReadForm } from './form.ts';
import { recordsOf, type ListRecord } from './records.ts';
import { linesOf, type Line } from './lines.ts';
import { textOf } from './text.ts';

/** A line of a list with a customer: the customer, or the problems. */
export type ImportRow = {
  line: number;
  /** As they are in the file, in the order of its columns. */
  cells: RowCells;
  /** Cells after the last column. */
  more: readonly string[];
} & (
  | {
      customer: ImportedCustomer;
      /** The provider to which the customer is added; null for the provider of the list. */
      house: string | null;
      problems: readonly [];
    }
  | { customer: null; house: null; problems: readonly RowProblem[] }
);

/** Cells that staff mended after the list was checked, by column. They replace the cells of the file. */
export type MendedCells = Partial<RowCells>;

/** Input for reading the lines of a list. Unknown parts of the form are guessed. */
export type ReadWith = {
  form?: KnownForm | undefined;
  /** Houses that cells can name. */
  houses?: HouseNames | undefined;
  /** Keyed by the line of the file. */
  mended?: ReadonlyMap<number, MendedCells> | undefined;
};

/** Records which line first named an address, a person's card, a customer ID, or a name with its birth date. */
class Named {
  private readonly emails = new Map<string, number>();
  private readonly cards = new Map<string, number>();
  private readonly ids = new Map<string, number>();
  private readonly names = new Map<string, number>();

  problemOf(customer: ImportedCustomer, house: string | null): RowProblem | null {
    const { email, medicare_number, birth_date, customer_id } = customer;
    const card = medicare_number && `${medicareCard(medicare_number)} ${birth_date}`;
    const twice = (
      field: RowProblem['field'],
      message: RowProblem['message'],
      line: number | undefined,
    ): RowProblem | null => (line === undefined ? null : { field, message, params: { line } });
    return ((email && twice('email', 'import.result.reasonTwice', this.emails.get(email))) ??
      (card && twice('medicare_number', 'import.result.reasonTwiceMedicare', this.cards.get(card))) ??
      (customer_id &&
        twice('customer_id', 'import.result.reasonTwiceId', this.ids.get(idOf(house, customer_id)))) ??
      (birth_date && twice('line', 'import.result.reasonTwiceName', this.names.get(nameOf(customer)))) ??
      null) as RowProblem | null;
  }

  add(customer: ImportedCustomer, house: string | null, line: number): void {
    const { email, medicare_number, birth_date, customer_id } = customer;
    if (email !== null) this.emails.set(email, line);
    if (medicare_number) this.cards.set(`${medicareCard(medicare_number)} ${birth_date}`, line);
    if (customer_id) this.ids.set(idOf(house, customer_id), line);
    if (birth_date) this.names.set(nameOf(customer), line);
  }
}

/** A customer ID belongs to its house. */
const idOf = (house: string | null, customerId: string): string => `${house ?? ''} ${customerId}`;

/** Returns the key by which two lines name the same person although they have nothing else in common. */
const nameOf = ({ first_name, last_name, birth_date }: ImportedCustomer): string =>
  `${first_name} ${last_name} ${birth_date}`.toLowerCase();

const faults = { quote: 'error.import.quote', long: 'error.import.longLine' } as const;

type Reader = { form: ReadForm; today: string; houses: HouseNames; named: Named };

/** Whether every column of the list was mended, so that the form of the line in the file does not matter. */
const isWhole = ({ places }: ReadForm, mended: MendedCells) =>
  listColumns.every((column) => places[column] === -1 || mended[column] !== undefined);

function rowOf(record: ListRecord, reader: Reader, mended: MendedCells | undefined): ImportRow | null {
  const { line, cells: found, fault } = record;
  const { form, named } = reader;
  if (found.every((cell) => cell.trim() === '')) return null;
  const cells = { ...cellsByColumn(form, found), ...mended };
  if (!form.isTemplate && isTotalsLine(cells, found)) return null;
  const more = found.slice(form.width);
  const wrong = (problems: readonly RowProblem[]): ImportRow => ({
    line,
    cells,
    more,
    customer: null,
    house: null,
    problems,
  });
  const faulty = mended && isWhole(form, mended) ? null : formProblem(found, fault, form);
  if (faulty) return wrong([faulty]);
  const read = readCustomer(cells, reader.today, form.century);
  const place = findHouse(reader.houses, cells.house);
  if (read.customer === null) return wrong(place.problem ? [...read.problems, place.problem] : read.problems);
  if (place.problem) return wrong([place.problem]);
  const twice = named.problemOf(read.customer, place.id);
  if (twice) return wrong([twice]);
  named.add(read.customer, place.id, line);
  return { line, cells, more, customer: read.customer, house: place.id, problems: [] };
}

/** Returns the problem of a line as a whole; null without one. */
function formProblem(
  found: readonly string[],
  fault: ListRecord['fault'],
  form: ReadForm,
): RowProblem | null {
  if (fault) return { field: 'line', message: faults[fault] };
  // Other systems leave out empty cells at the end of a line, or add some.
  const fits = form.isTemplate
    ? found.length === form.width
    : found.slice(form.width).every((cell) => cell.trim() === '');
  if (fits) return null;
  return {
    field: 'line',
    message: 'import.result.reasonColumns',
    params: { found: found.length, expected: form.width },
  };
}

/** Pause after some lines, as a share of the time that they took. */
const leftToOthers = 0.5;

/** The lines of a list, and its format. */
export type ReadList = { form: ReadForm; encoding: () => ImportEncoding; rows: AsyncGenerator<ImportRow[]> };

/**
 * Reads the beginning of a list, and yields the lines with a customer in batches, as the bytes arrive. Skips lines without text
 * and totals.
 * @throws AppError `invalid` at `file` for an empty list, and for a first line that names no columns; errors of the byte stream
 */
export async function openRows(
  bytes: AsyncIterable<Uint8Array>,
  today: string,
  { form: known = {}, houses = new Map(), mended = new Map() }: ReadWith = {},
): Promise<ReadList> {
  const { texts, encoding } = textOf(bytes, known.encoding ?? null);
  const lines = linesOf(texts, importMaxLine);
  try {
    const begun = await firstLine(lines);
    if (!begun) throw refusedFile('error.import.empty');
    const isHouse = (cell: string) => houses.has(houseKey(cell));
    const form = formOf(begun.head, begun.others.slice(0, sampleLines), known, isHouse);
    const reader = { form, today, houses, named: new Named() };
    return { form, encoding, rows: restOf(lines, begun.others, reader, mended) };
  } catch (error) {
    if (error instanceof UnmatchedColumns) error.encoding = encoding();
    // Closes the file when the first line is refused.
    await lines.return(undefined);
    throw error;
  }
}

async function* restOf(
  lines: AsyncGenerator<Line[]>,
  others: Line[],
  reader: Reader,
  mended: ReadonlyMap<number, MendedCells>,
): AsyncGenerator<ImportRow[]> {
  try {
    const rest = (async function* () {
      yield others;
      yield* lines;
    })();
    const turns = givingWay(leftToOthers);
    for await (const records of recordsOf(rest, reader.form)) {
      const rows = records.flatMap((record) => rowOf(record, reader, mended.get(record.line)) ?? []);
      // A block of the file contains hundreds of lines, so pause between some.
      await turns.end();
      if (rows.length > 0) yield rows;
      turns.begin();
    }
  } finally {
    // Closes the file when the reader stops early.
    await lines.return(undefined);
  }
}

/** Yields the lines with a customer of a checked list. @throws as `openRows` */
export async function* rowsOf(
  bytes: AsyncIterable<Uint8Array>,
  today: string,
  reading: ReadWith = {},
): AsyncGenerator<ImportRow[]> {
  const { rows } = await openRows(bytes, today, reading);
  yield* rows;
}

/** Returns the first line with any text, and the lines that arrived with it. */
async function firstLine(lines: AsyncGenerator<Line[]>): Promise<{ head: Line; others: Line[] } | null> {
  for (;;) {
    const next = await lines.next();
    if (next.done) return null;
    const at = next.value.findIndex(({ text }) => text.replace(/^\uFEFF/, '').trim() !== '');
    const head = next.value[at];
    if (head) return { head, others: next.value.slice(at + 1) };
  }
}
