import { AppError } from '../../../../../domain/errors.ts';
import {
  delimiters,
  importColumns,
  importMaxLine,
  placesOf,
  type ListForm,
} from '../../../../../domain/customers/import/columns.ts';
import {
  cellsByColumn,
  readCustomer,
  type ImportedCustomer,
  type RowCells,
  type RowProblem,
} from '../../../../../domain/customers/import/row.ts';
import { medicareCard } from '../../../../../domain/fields.ts';
import { givingWay } from '../turns.ts';
import { cellsOfLine, recordsOf, type ListRecord } from './records.ts';
import { linesOf, type Line } from './lines.ts';
import { textOf } from './text.ts';

/** A line of a list with a customer: what they are, or what is wrong with it. */
export type ImportRow = {
  line: number;
  /** As they stand in the file, in the order of its columns. */
  cells: RowCells;
  /** Cells behind the last column. */
  more: readonly string[];
} & (
  | { customer: ImportedCustomer; problems: readonly [] }
  | { customer: null; problems: readonly RowProblem[] }
);

export const refusedFile = (
  message: 'error.import.header' | 'error.import.empty',
  params: Record<string, string> = {},
) => new AppError('invalid', { fields: [{ field: 'file', message, params }] });

/** How a list is written, by its first line. @throws AppError `invalid` at `file` for another line than the template's */
function formOf({ text, tooLong }: Line): ListForm {
  const fits = tooLong
    ? []
    : delimiters.flatMap((delimiter) => {
        const heads = cellsOfLine(text.replace(/^\uFEFF/, ''), delimiter);
        const places = placesOf(heads);
        return places ? [{ delimiter, places, width: heads.length }] : [];
      });
  if (!fits[0]) throw refusedFile('error.import.header', { columns: importColumns.join(', ') });
  return fits[0];
}

/** Which line first named an address, a person's card, an id of a customer, or a name with its birth date. */
class Named {
  private readonly emails = new Map<string, number>();
  private readonly cards = new Map<string, number>();
  private readonly ids = new Map<string, number>();
  private readonly names = new Map<string, number>();

  problemOf(customer: ImportedCustomer): RowProblem | null {
    const { email, medicare_number, birth_date, customer_id } = customer;
    const card = medicare_number && `${medicareCard(medicare_number)} ${birth_date}`;
    const twice = (
      field: RowProblem['field'],
      message: RowProblem['message'],
      line: number | undefined,
    ): RowProblem | null => (line === undefined ? null : { field, message, params: { line } });
    return ((email && twice('email', 'import.result.reasonTwice', this.emails.get(email))) ??
      (card && twice('medicare_number', 'import.result.reasonTwiceMedicare', this.cards.get(card))) ??
      (customer_id && twice('customer_id', 'import.result.reasonTwiceId', this.ids.get(customer_id))) ??
      (birth_date && twice('line', 'import.result.reasonTwiceName', this.names.get(nameOf(customer)))) ??
      null) as RowProblem | null;
  }

  add(customer: ImportedCustomer, line: number): void {
    const { email, medicare_number, birth_date, customer_id } = customer;
    if (email !== null) this.emails.set(email, line);
    if (medicare_number) this.cards.set(`${medicareCard(medicare_number)} ${birth_date}`, line);
    if (customer_id) this.ids.set(customer_id, line);
    if (birth_date) this.names.set(nameOf(customer), line);
  }
}

/** By what two lines name the same person although they have nothing else in common. */
const nameOf = ({ first_name, last_name, birth_date }: ImportedCustomer): string =>
  `${first_name} ${last_name} ${birth_date}`.toLowerCase();

const faults = { quote: 'error.import.quote', long: 'error.import.longLine' } as const;

function rowOf(record: ListRecord, form: ListForm, today: string, named: Named): ImportRow | null {
  const { line, cells: found, fault } = record;
  if (found.every((cell) => cell.trim() === '')) return null;
  const cells = cellsByColumn(form, found);
  const more = found.slice(form.width);
  const wrong = (problem: RowProblem): ImportRow => ({
    line,
    cells,
    more,
    customer: null,
    problems: [problem],
  });
  if (fault) return wrong({ field: 'line', message: faults[fault] });
  if (found.length !== form.width)
    return wrong({
      field: 'line',
      message: 'import.result.reasonColumns',
      params: { found: found.length, expected: form.width },
    });
  const read = readCustomer(cells, today);
  if (read.customer === null) return { line, cells, more, ...read };
  const twice = named.problemOf(read.customer);
  if (twice) return wrong(twice);
  named.add(read.customer, line);
  return { line, cells, more, ...read };
}

/** How long others are left their turn behind some lines, of the time that they took. */
const leftToOthers = 0.5;

/**
 * The lines with a customer of a list, some at a time, as its bytes arrive. Lines without any text are passed over.
 * @throws AppError `invalid` at `file` for an empty list and for another first line than the template's; what the bytes throw
 */
export async function* rowsOf(bytes: AsyncIterable<Uint8Array>, today: string): AsyncGenerator<ImportRow[]> {
  const lines = linesOf(textOf(bytes), importMaxLine);
  try {
    const begun = await firstLine(lines);
    if (!begun) throw refusedFile('error.import.empty');
    const form = formOf(begun.head);
    const named = new Named();
    const rest = (async function* () {
      yield begun.others;
      yield* lines;
    })();
    const turns = givingWay(leftToOthers);
    for await (const records of recordsOf(rest, form)) {
      const rows = records.flatMap((record) => rowOf(record, form, today, named) ?? []);
      // A block of the file holds hundreds of lines: others have their turn between some.
      await turns.end();
      if (rows.length > 0) yield rows;
      turns.begin();
    }
  } finally {
    // A reader who leaves early, or a first line that is refused, must not leave the file open.
    await lines.return(undefined);
  }
}

/** The first line with any text, and those that arrived with it. */
async function firstLine(lines: AsyncGenerator<Line[]>): Promise<{ head: Line; others: Line[] } | null> {
  for (;;) {
    const next = await lines.next();
    if (next.done) return null;
    const at = next.value.findIndex(({ text }) => text.replace(/^\uFEFF/, '').trim() !== '');
    const head = next.value[at];
    if (head) return { head, others: next.value.slice(at + 1) };
  }
}
