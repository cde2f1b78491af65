import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { PlainTextKey, Translate } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { CsvCell } from '../../../domain/lists/csv.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import { argumentsOf } from '../../../domain/lists/query.ts';
import { readRequest } from '../../../domain/lists/request.ts';
import type { Context } from '../../pipeline/context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import type { Operation } from '../../pipeline/operation.ts';
import '../request-context.ts';

type FileColumn<Row> = {
  /** Without a title, the column's name is the same in every language. */
  readonly title?: PlainTextKey;
  readonly cell: (row: Row, t: Translate) => CsvCell;
  /** The cells are ISO dates. */
  readonly isDate?: boolean;
};

/** The title of each column and the value of its cells. */
type Columns<List extends ListDefinition, Row> = {
  readonly [Column in List['csv'][number]]: FileColumn<Row>;
};

/** Consecutive batches of rows, as `readBatches` reads them. */
export type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

export type ListFile<List extends ListDefinition, Row> = {
  list: List;
  /** Checks access to the list, with the list's own arguments, and returns all matches. */
  operation: Operation<Batches<Row>>;
  columns: Columns<List, Row>;
  /** Arguments of the operation in addition to those of the list. */
  more?: Readonly<Record<string, string>>;
};

/** The columns of a file in order, with their titles in the caller's language, and its rows. */
export type FileContent<Row> = {
  columns: readonly (FileColumn<Row> & { readonly head: string })[];
  batches: AsyncGenerator<readonly Row[], void, void>;
  t: Translate;
};

/** How the content of a list becomes a file. `bodyOf` must read the batches at the speed of the download. */
export type FileFormat = {
  extension: 'csv' | 'xlsx';
  contentType: string;
  bodyOf: <Row>(content: FileContent<Row>) => Readable;
};

/** One whole list at a time for each person, in any format. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 10 });

/** Yields the batches while the caller is signed in. The download stops when the user signs out or is suspended. */
async function* whileSignedIn<Row>(
  context: Context,
  batches: Batches<Row>,
): AsyncGenerator<readonly Row[], void, void> {
  let isFirst = true;
  for await (const rows of batches) {
    if (!isFirst && context.renew && !(await context.renew())) throw new AppError('unauthenticated');
    isFirst = false;
    yield rows;
  }
}

type SentFile<List extends ListDefinition, Row> = Pick<ListFile<List, Row>, 'list' | 'columns'> & {
  /** File name without the extension. */
  name: string;
  /** Returns the rows after the limits of the person are checked. */
  read: () => Promise<Batches<Row>>;
};

/**
 * Sends rows of a list as a file, with the columns of the list. The rows are read and sent in batches, at the speed of the caller.
 * If a batch fails, the connection is cut, which browsers report.
 */
export async function sendListFile<List extends ListDefinition, Row>(
  { wattle: context }: FastifyRequest,
  reply: FastifyReply,
  { list, columns, name, read }: SentFile<List, Row>,
  { extension, contentType, bodyOf }: FileFormat,
): Promise<FastifyReply> {
  if (context.actor.kind !== 'person') throw new AppError('unauthenticated');
  return ofPerson(context.actor.userId, async () => {
    const batches = await read();
    const { language } = context.meta;
    const t = translatorOf(language, catalogue[language]);
    const all = list.csv.map((key) => {
      const column = columns[key as List['csv'][number]];
      return { ...column, head: column.title === undefined ? key : t(column.title) };
    });
    const body = bodyOf({ columns: all, batches: whileSignedIn(context, batches), t });
    void reply
      .headers({
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}.${extension}"`,
        'cache-control': 'no-store',
      })
      .send(body);
    await finished(body).catch(() => {});
    return reply;
  });
}

/**
 * Registers GET /api/lists/{name}.{extension}: every row of a list that matches the filters in the address, in the order of the
 * screen.
 */
export function registerListFile<List extends ListDefinition, Row>(
  app: FastifyInstance,
  { list, operation, columns, more }: ListFile<List, Row>,
  format: FileFormat,
): void {
  const path = `/api/lists/${list.name}.${format.extension}`;
  app.get<{ Querystring: Record<string, unknown> }>(path, (request, reply) => {
    const read = () => {
      const asked = argumentsOf(list, readRequest(list, request.query));
      return operation.call(request.wattle, { ...asked, ...more });
    };
    return sendListFile(request, reply, { list, columns, name: list.name, read }, format);
  });
}
