import {
  birthDateProblem,
  compactMedicare,
  isoOfDate,
  medicareProblem,
  normaliseEmail,
} from '../../fields.ts';
import type { FieldError } from '../../errors.ts';
import { emailErrors, type genders } from '../../inputs/account-fields.ts';
import { customerIdForm } from '../../inputs/customers/customer-id.ts';
import { roomErrors, tidyRoom } from '../../inputs/customers/room.ts';
import { readForm } from '../../inputs/form.ts';
import { customerNameErrors } from '../../inputs/customers/new-customer.ts';
import { isPlaceholderEmail } from '../placeholder-email.ts';
import { birthDateText, genderOf, type Century } from './cells.ts';
import { listColumns, type ImportColumn, type ListForm } from './columns.ts';

/** Error of a line: at one of its columns, or at `line` as a whole. */
export type RowProblem = Omit<FieldError, 'field'> & { field: ImportColumn | 'line' };

/** A valid customer of a line. Null for missing values. */
export type ImportedCustomer = {
  first_name: string;
  last_name: string;
  /** Null for a customer without an address. */
  email: string | null;
  /** ISO date. */
  birth_date: string | null;
  gender: (typeof genders)[number] | null;
  medicare_number: string | null;
  customer_id: string | null;
  room: string | null;
};

/** Cells of a line by column, without surrounding blanks and without the apostrophe that keeps a cell from being a formula. */
export type RowCells = Record<ImportColumn, string>;

const defused = /^'(?=[\s\u0000-\u001F]*[=+\-@＝＋－＠])/u;

/** Returns the cells of a line by column. */
export function cellsByColumn({ places }: ListForm, cells: readonly string[]): RowCells {
  const entries = listColumns.map((column) => [
    column,
    (cells[places[column]] ?? '').replace(defused, '').replaceAll('\u00A0', ' ').trim(),
  ]);
  return Object.fromEntries(entries) as RowCells;
}

/** Cells that begin like a formula would run in the spreadsheets of staff who export customers. */
const formula = /^[=+\-@＝＋－＠]/u;

/**
 * Returns a customer from the cells of a line, or its errors, by the rules for a new customer (GAP-109). Names are required, the
 * rest may be empty: without an e-mail address the customer is added without one. `today` is a Melbourne date, `century` applies
 * to two-digit years.
 */
export function readCustomer(
  cells: RowCells,
  today: string,
  century: Century | null = null,
): { customer: ImportedCustomer; problems: [] } | { customer: null; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  if (listColumns.some((column) => cells[column].includes('\uFFFD')))
    problems.push({ field: 'line', message: 'error.import.encoding' });
  const at = (field: ImportColumn, found: readonly FieldError[]) =>
    void problems.push(...found.map((error) => ({ ...error, field })));
  for (const name of ['first_name', 'last_name'] as const) at(name, customerNameErrors(name, cells[name]));
  const email = normaliseEmail(cells.email);
  if (email !== '') at('email', emailErrors(email));
  if (isPlaceholderEmail(email)) problems.push({ field: 'email', message: 'field.email.invalid' });
  const typed = birthDateText(cells.birth_date, century);
  const wrongDate = typed === '' ? undefined : birthDateProblem(typed, today);
  if (wrongDate) problems.push({ field: 'birth_date', message: `field.birthDate.${wrongDate}` });
  const gender = genderOf(cells.gender);
  if (cells.gender !== '' && gender === null)
    problems.push({ field: 'gender', message: 'error.import.gender' });
  const wrongNumber = medicareProblem(cells.medicare_number);
  if (wrongNumber) problems.push({ field: 'medicare_number', message: wrongNumber });
  if (formula.test(cells.customer_id)) at('customer_id', [{ field: '', message: 'error.import.customerId' }]);
  const id = readForm(customerIdForm, { customer_id: cells.customer_id });
  if (!id.ok) at('customer_id', id.fields);
  at('room', roomErrors(cells.room));
  if (problems.length > 0) return { customer: null, problems };
  return {
    problems: [],
    customer: {
      first_name: cells.first_name,
      last_name: cells.last_name,
      email: email || null,
      birth_date: isoOfDate(typed) ?? null,
      gender,
      medicare_number: compactMedicare(cells.medicare_number) || null,
      customer_id: cells.customer_id || null,
      room: tidyRoom(cells.room) || null,
    },
  };
}
