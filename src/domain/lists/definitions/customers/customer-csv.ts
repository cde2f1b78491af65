import { melbourneDate } from '../../../fields.ts';
import type { Translate } from '../../../i18n/texts.ts';
import { fullName } from '../../../names.ts';
import type { CsvCell } from '../../csv.ts';
import {
  customerColumns,
  type CsvText,
  type CustomerColumnKey,
  type CustomerRow,
} from './customer-columns.ts';

type Csv = (typeof customerColumns)[number]['csv'];

function cellOf(csv: Csv, row: CustomerRow, t: Translate): CsvCell {
  if ('name' in csv) return fullName(row);
  if ('text' in csv) return row[csv.text];
  if ('word' in csv) {
    const value = row[csv.word];
    return value === null ? null : t(`${csv.texts}.${value}` as CsvText);
  }
  const instant = row[csv.day];
  return instant && melbourneDate(instant);
}

const columns = customerColumns.map(({ key, title, csv }) => [
  key,
  { title, cell: (row: CustomerRow, t: Translate) => cellOf(csv, row, t) },
]);

/** The title of each column of the CSV file, and the value of its cells. */
export const customerCsv = Object.fromEntries(columns) as Record<
  CustomerColumnKey,
  { title: (typeof customerColumns)[number]['title']; cell: (row: CustomerRow, t: Translate) => CsvCell }
>;
