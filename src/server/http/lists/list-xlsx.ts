import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance } from 'fastify';
import { writeXlsxStream } from 'hucre/xlsx';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { withoutFormula, type CsvCell } from '../../../domain/lists/csv.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import { registerListFile, type FileContent, type FileFormat, type ListFile } from './list-file.ts';

/** Width of columns, in characters. */
const widths = { date: 12, text: 20 };

/** Returns the value of a cell: a date as a date, and no text that a spreadsheet runs after the file is saved as CSV. */
function valueOf(cell: CsvCell, isDate: boolean): Date | string | number | null {
  if (typeof cell !== 'string') return cell;
  return isDate ? new Date(`${cell}T00:00:00Z`) : withoutFormula(cell);
}

async function* rowsOf<Row>({ columns, batches, t }: FileContent<Row>) {
  for await (const rows of batches)
    for (const row of rows) yield columns.map(({ cell, isDate = false }) => valueOf(cell(row, t), isDate));
}

/** Renders a list as one sheet whose first row stays in view. Rows are compressed as they are read, so none are kept. */
function sheetOf<Row>(content: FileContent<Row>, name: PlainTextKey): Readable {
  const bytes = writeXlsxStream(rowsOf(content), {
    name: content.t(name),
    columns: content.columns.map(({ head, isDate = false }) => ({
      header: head,
      width: isDate ? widths.date : widths.text,
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(bytes as ReadableStream, { objectMode: false, highWaterMark: 1 });
}

/** Returns the Excel format of a list. `sheet` is the name of its only sheet. */
export const xlsxFormat = (sheet: PlainTextKey): FileFormat => ({
  extension: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  bodyOf: (content) => sheetOf(content, sheet),
});

/** Registers the route of a list as an Excel file. `sheet` is the name of its only sheet. */
export const registerListXlsx = <List extends ListDefinition, Row>(
  app: FastifyInstance,
  { sheet, ...file }: ListFile<List, Row> & { sheet: PlainTextKey },
): void => registerListFile(app, file, xlsxFormat(sheet));
