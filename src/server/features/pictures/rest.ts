import type { FastifyInstance } from 'fastify';
import '../../http/request-context.ts';
import { getPicture } from './operations.ts';

/** How long a browser may cache a picture, in seconds. A new picture has a new address. */
const keptSeconds = 60 * 60;

export function registerPictureRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/api/pictures/:id', async (request, reply) => {
    const { type, content } = await getPicture.call(request.wattle, { id: request.params.id });
    return reply
      .headers({
        'content-type': type,
        // Pages can still show the picture; opened directly it is downloaded, and is never a page of our origin.
        'content-disposition': 'attachment; filename="picture"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': `private, max-age=${keptSeconds}`,
        vary: 'Cookie',
      })
      .send(content);
  });
}
