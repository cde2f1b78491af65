import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import {
  importTimeout,
  importType,
  reportColumns,
  templateColumns,
} from '../../../../domain/customers/import/columns.ts';
import { AppError } from '../../../../domain/errors.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { csvLine } from '../../../../domain/lists/csv.ts';
import '../../../http/request-context.ts';
import type { Context } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { exportCustomerImportProblems, type ProblemReport } from './operations.ts';
import { problemWords } from './problems.ts';
import { openCustomerImport, receiveList } from './upload/upload-operations.ts';

/** Limits for uploading lists and downloading reports, per person. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 2, inMinute: 20 });

/** Without it, spreadsheets decode Chinese in another encoding. */
const byteOrderMark = '\uFEFF';

const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
});

function personOf({ actor }: Context): string {
  if (actor.kind === 'person') return actor.userId;
  throw new AppError('unauthenticated');
}

/** Yields the report: the lines as they were in the file, ready to be mended and imported again, followed by their problems. */
async function* reportOf(context: Context, { columns, batches }: ProblemReport): AsyncGenerator<string> {
  const { language } = context.meta;
  const t = translatorOf(language, catalogue[language]);
  yield byteOrderMark + csvLine([...columns, ...reportColumns]);
  let isFirst = true;
  for await (const rows of batches) {
    // Stops the download when the person signs out or is suspended meanwhile.
    if (!isFirst && context.renew && !(await context.renew())) throw new AppError('unauthenticated');
    isFirst = false;
    yield rows
      .map(({ line, cells, more, problems }) => {
        const words = problems.map((problem) => problemWords(t, problem)).join(' ');
        return csvLine([...columns.map((column) => cells[column] ?? ''), line, words, ...more]);
      })
      .join('');
  }
}

type UploadQuery = { provider_id?: string; name?: string };

/** Registers the routes for CSV files of imports: the list, the template, and the lines to mend. */
export function registerCustomerImportRoutes(app: FastifyInstance): void {
  void app.register(async (lists) => {
    // Leaves the bytes in the stream: they are sealed and stored as they arrive.
    lists.removeAllContentTypeParsers();
    lists.addContentTypeParser(importType, (_, body, done) => done(null, body));
    lists.post<{ Querystring: UploadQuery }>('/api/customer-imports', async (request, reply) => {
      const { wattle: context } = request;
      const userId = personOf(context);
      const length = request.headers['content-length'] ?? '';
      void reply.header('connection', 'close');
      if (!/^\d{1,12}$/.test(length)) throw new AppError('invalid');
      const { provider_id = '', name = '' } = request.query;
      return ofPerson(userId, async () => {
        const file = await openCustomerImport.call(context, { provider_id, name, size: Number(length) });
        const body = request.body as AsyncIterable<Uint8Array>;
        await receiveList(context.services, file, body, importTimeout);
        const { name: kept, storage_key, id } = file;
        return reply.send({ ok: true, file: { name: kept, path: `imports/${id}`, storage_key } });
      });
    });
  });

  app.get('/api/customer-imports/template.csv', async (_, reply) =>
    reply.headers(csvHeaders('wattle-customers.csv')).send(byteOrderMark + csvLine(templateColumns)),
  );

  app.get<{ Params: { id: string } }>('/api/customer-imports/:id/report.csv', async (request, reply) => {
    const { wattle: context } = request;
    return ofPerson(personOf(context), async () => {
      const report = await exportCustomerImportProblems.call(context, { id: request.params.id });
      const body = Readable.from(reportOf(context, report), { objectMode: false, highWaterMark: 1 });
      void reply.headers(csvHeaders('lines-to-fix.csv')).send(body);
      await finished(body).catch(() => {});
      return reply;
    });
  });
}
