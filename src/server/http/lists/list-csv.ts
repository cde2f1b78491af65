import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { csvLine } from '../../../domain/lists/csv.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import { registerListFile, type FileContent, type FileFormat, type ListFile } from './list-file.ts';

// Without it spreadsheets read Chinese in a wrong encoding.
const byteOrderMark = '\uFEFF';

async function* linesOf<Row>({ columns, batches, t }: FileContent<Row>): AsyncGenerator<string, void, void> {
  yield byteOrderMark + csvLine(columns.map(({ head }) => head));
  for await (const rows of batches)
    yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row, t)))).join('');
}

/** The CSV format of a list. */
export const csvFormat: FileFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  bodyOf: (content) => Readable.from(linesOf(content), { objectMode: false, highWaterMark: 1 }),
};

/** Registers the route of a list as a CSV file. */
export const registerListCsv = <List extends ListDefinition, Row>(
  app: FastifyInstance,
  file: ListFile<List, Row>,
): void => registerListFile(app, file, csvFormat);
