import type { FastifyInstance } from 'fastify';
import '../../../http/request-context.ts';
import { getLogo } from './logo-operations.ts';

/** How long browsers cache a logo, in seconds. A new logo has a new URL. */
const keptSeconds = 60 * 60;

export function registerLogoRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/api/logos/:id', async (request, reply) => {
    const { type, content } = await getLogo.call(request.wattle, { id: request.params.id });
    return reply
      .headers({
        'content-type': type,
        // Does not affect use as an image; opened directly, the logo is downloaded and never shown as a page of this site.
        'content-disposition': 'attachment; filename="logo"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': `private, max-age=${keptSeconds}`,
        vary: 'Cookie',
      })
      .send(content);
  });
}
