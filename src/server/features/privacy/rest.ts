import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import '../../http/request-context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { downloadDataExport } from './copy/export-operations.ts';

/** A copy may be hundreds of megabytes, which take minutes over a slow connection: two downloads at a time for each person. */
const ofPerson = personLimit({ atOnce: 2, waitingAtMost: 0, inMinute: 20 });

export function registerOwnDataRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/api/data-exports/:file', async (request, reply) => {
    const [, id] = /^([0-9a-f-]{36})\.zip$/.exec(request.params.file) ?? [];
    if (!id) throw new AppError('not-found');
    const { actor } = request.wattle;
    if (actor.kind !== 'person') throw new AppError('unauthenticated');
    return ofPerson(actor.userId, async () => {
      const { pieces, requested_at } = await downloadDataExport.call(request.wattle, { id });
      const archive = Readable.from(pieces, { objectMode: false, highWaterMark: 1 });
      void reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="Wattle_${melbourneDate(requested_at)}.zip"`,
          'cache-control': 'no-store',
        })
        .send(archive);
      // It counts until its last part is sent, or the caller has gone.
      await finished(archive).catch(() => {});
      return reply;
    });
  });
}
