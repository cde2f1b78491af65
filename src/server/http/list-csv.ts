import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { PlainTextKey, Translate } from '../../domain/i18n/texts.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { csvLine, type CsvCell } from '../../domain/lists/csv.ts';
import type { ListDefinition } from '../../domain/lists/list.ts';
import { argumentsOf } from '../../domain/lists/query.ts';
import { readRequest } from '../../domain/lists/request.ts';
import type { Context } from '../pipeline/context.ts';
import { personLimit } from '../pipeline/limits/person-limit.ts';
import type { Operation } from '../pipeline/operation.ts';
import './request-context.ts';

/** The title of each column and the value of its cells. Without a title, the column's name is the same in every language. */
type Columns<List extends ListDefinition, Row> = {
  readonly [Column in List['csv'][number]]: {
    readonly title?: PlainTextKey;
    readonly cell: (row: Row, t: Translate) => CsvCell;
  };
};

/** Consecutive batches of rows, as `readBatches` reads them. */
export type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

export type ListCsv<List extends ListDefinition, Row> = {
  list: List;
  /** Checks access to the list, with the list's own arguments, and returns all matches. */
  operation: Operation<Batches<Row>>;
  columns: Columns<List, Row>;
};

/** One whole list at a time for each person. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 10 });

// Without it spreadsheets read Chinese in a wrong encoding.
const byteOrderMark = '\uFEFF';

async function* linesOf<List extends ListDefinition, Row>(
  context: Context,
  { list, columns }: ListCsv<List, Row>,
  batches: Batches<Row>,
): AsyncGenerator<string, void, void> {
  const { language } = context.meta;
  const t = translatorOf(language, catalogue[language]);
  const all = list.csv.map((name) => ({ name, ...columns[name as List['csv'][number]] }));
  yield byteOrderMark + csvLine(all.map(({ name, title }) => (title === undefined ? name : t(title))));
  let isFirst = true;
  for await (const rows of batches) {
    // The download stops when the user signs out or is suspended.
    if (!isFirst && context.renew && !(await context.renew())) throw new AppError('unauthenticated');
    isFirst = false;
    yield rows.map((row) => csvLine(all.map(({ cell }) => cell(row, t)))).join('');
  }
}

/**
 * Registers GET /api/lists/{name}.csv: every row of a list that matches the filters in the address, in the order of the screen.
 * The list is read and sent in batches, at the speed of the caller. If a batch fails, the connection is cut, which browsers
 * report.
 */
export function registerListCsv<List extends ListDefinition, Row>(
  app: FastifyInstance,
  csv: ListCsv<List, Row>,
): void {
  const { list, operation } = csv;
  const path = `/api/lists/${list.name}.csv`;
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const { wattle: context } = request;
    if (context.actor.kind !== 'person') throw new AppError('unauthenticated');
    return ofPerson(context.actor.userId, async () => {
      const asked = argumentsOf(list, readRequest(list, request.query));
      const batches = await operation.call(context, asked);
      const body = Readable.from(linesOf(context, csv, batches), { objectMode: false, highWaterMark: 1 });
      void reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${list.name}.csv"`,
          'cache-control': 'no-store',
        })
        .send(body);
      await finished(body).catch(() => {});
      return reply;
    });
  });
}
