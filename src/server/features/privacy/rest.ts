import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import '../../http/request-context.ts';
import { downloadDataExport } from './export-operations.ts';

export function registerOwnDataRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/api/data-exports/:file', async (request, reply) => {
    const [, id] = /^([0-9a-f-]{36})\.zip$/.exec(request.params.file) ?? [];
    if (!id) throw new AppError('not-found');
    const { pieces, requested_at } = await downloadDataExport.call(request.wattle, { id });
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="Wattle_${melbourneDate(requested_at)}.zip"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(pieces, { objectMode: false, highWaterMark: 1 }));
  });
}
