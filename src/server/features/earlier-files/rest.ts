import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { typeOfName } from '../../../domain/files/file-types.ts';
import { isFromAnotherSite } from '../../http/protection/headers.ts';
import '../../http/request-context.ts';
import type { Services } from '../../pipeline/context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { callerId } from '../../pipeline/subjects.ts';
import { dispositionPolicies } from '../../http/disposition.ts';
import { contentDisposition } from '../files/api.ts';
import { openContent } from './content.ts';
import { previewEarlierFile } from './operations.ts';

/** Limits for previews, per administrator: each holds a file in memory. */
const previewsOfPerson = personLimit({ atOnce: 2, waitingAtMost: 6, inMinute: 60 });

/**
 * Registers the preview of files of the earlier system. Each is recorded, so a link or picture on another site must not trigger
 * it.
 */
export function registerEarlierFileRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>('/api/super-admin/files/:id', async (request, reply) => {
    if (isFromAnotherSite(request, services.config)) throw new AppError('forbidden');
    const { actor } = request.wattle;
    if (actor.kind !== 'person') throw new AppError('unauthenticated');
    return previewsOfPerson(callerId(actor), async () => {
      const { file, content } = await previewEarlierFile.call(request.wattle, { id: request.params.id });
      const bytes = await openContent(services, file.id, content, file.size);
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': contentDisposition('inline', file.file_name),
          'content-security-policy': dispositionPolicies.inline,
          'content-type': typeOfName(file.file_name)?.contentType ?? 'application/octet-stream',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex, nofollow',
        })
        .send(bytes);
    });
  });
}
