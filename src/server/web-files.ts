import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

const year = 31_536_000;

/** The built web: hashed files for ever, the page itself never from a cache, and the page for every address it knows. */
export async function registerWeb(app: FastifyInstance, config: Config): Promise<void> {
  const folder = join(config.root, 'dist/web');
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w+($|\?)/.test(request.url);
    if (!isPage) return reply.code(404).send({ ok: false, error: 'not-found' });
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
