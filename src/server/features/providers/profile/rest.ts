import type { FastifyInstance } from 'fastify';
import '../../../http/request-context.ts';
import { getLogo } from './logo-operations.ts';

/** How long a browser may show a logo again without asking, in seconds. A new logo has a new address. */
const keptSeconds = 60 * 60;

export function registerLogoRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>('/api/logos/:id', async (request, reply) => {
    const { type, content } = await getLogo.call(request.wattle, { id: request.params.id });
    return reply
      .headers({
        'content-type': type,
        // Shown inside pages all the same; opened by itself it is a file to keep, and never a page of ours.
        'content-disposition': 'attachment; filename="logo"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': `private, max-age=${keptSeconds}`,
        vary: 'Cookie',
      })
      .send(content);
  });
}
