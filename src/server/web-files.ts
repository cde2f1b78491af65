import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from './config.ts';

const year = 31_536_000;

/** The operator's names and addresses, as the web reads them (src/web/app/site.ts). */
function siteOf({ help, company, homeUrl, publicUrl, links }: Config) {
  const { name, address, ...named } = company;
  return {
    helpPhone: help.phone,
    helpHours: help.hours,
    helpEmail: help.email,
    companyName: name,
    companyAddress: address,
    ...named,
    privacyPolicyUrl: '',
    homeUrl: homeUrl === publicUrl ? '/' : homeUrl,
    advanceCarePlanningUrl: links.advanceCarePlanning,
    healthRecordUrl: links.healthRecord,
    organDonorUrl: links.organDonor,
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The page with the operator's values in place of those to try the product with. */
function pageFor(config: Config, page: string): string {
  const content = escaped(JSON.stringify(siteOf(config)));
  return page.replace(
    /(<meta name="wattle-site" content=")[^"]*"/,
    (_, start: string) => `${start}${content}"`,
  );
}

/** The built web: hashed files for ever, the page itself never from a cache, and the page for every address it knows. */
export async function registerWeb(app: FastifyInstance, config: Config): Promise<void> {
  const folder = join(config.root, 'dist/web');
  if (!existsSync(join(folder, 'index.html'))) return;
  const page = pageFor(config, readFileSync(join(folder, 'index.html'), 'utf8'));
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
  const sendPage = (reply: FastifyReply) =>
    reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).send(page);
  app.get('/', (_, reply) => sendPage(reply));
  app.get('/index.html', (_, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    // What stands after the question mark is no file: an invitation's token has a dot, and so has an address.
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    return isPage ? sendPage(reply) : reply.code(404).send({ ok: false, error: 'not-found' });
  });
}
