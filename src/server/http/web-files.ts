import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../../domain/i18n/site.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import { framedPeople } from '../../domain/menu/framed-people.ts';
import { pageRules } from '../../domain/menu/pages.ts';
import { currentDefinition } from '../../domain/questionnaire/definition.ts';
import type { Config } from '../config.ts';
import type { Finding } from '../features/sessions/current-session.ts';
import { operatorNames } from '../config/operator-names.ts';
import { isOpenedInBrowser, sendErrorPage } from '../pages/error-page.ts';
import { pageCompressor } from './compressed-page.ts';
import { firstFramesIn, type FirstFrame } from './frames/first-frames.ts';
import { framedCustomer } from './frames/framed-customer.ts';
import { consentVersions, privacyPolicyUrl } from '../pipeline/consents/consent-versions.ts';
import { languageOf } from '../features/sessions/request.ts';
import { sessionCookieName } from '../features/sessions/api.ts';

const year = 31_536_000;

/** Returns the operator's names and addresses, as the web reads them (src/web/app/site.ts). */
function siteOf(config: Config): Site & { zh: object } {
  const { help, company, homeUrl, publicUrl, links } = config;
  const { privacyEmail, abn } = company;
  return {
    helpPhone: help.phone,
    helpHours: help.hours,
    helpEmail: help.email,
    ...{ abn, privacyEmail, privacyPolicyUrl },
    ...operatorNames(company, 'en'),
    zh: operatorNames(company, 'zh'),
    consents: consentVersions(config),
    definition: currentDefinition.version,
    gstRegistered: config.payments.tax.gstRegistered,
    trustedContactsPaywall: config.payments.paywall,
    homeUrl: homeUrl === publicUrl ? '/' : homeUrl,
    advanceCarePlanningUrl: links.advanceCarePlanning,
    healthRecordUrl: links.healthRecord,
    organDonorUrl: links.organDonor,
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns the page with the operator's values in place of the example values. */
function pageFor(config: Config, page: string): string {
  const content = escaped(JSON.stringify(siteOf(config)));
  return page.replace(
    /(<meta name="wattle-site" content=")[^"]*"/,
    (_, start: string) => `${start}${content}"`,
  );
}

/** The files that pages load first, by path and language. */
type Loads = Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>;

/** As the build listed them: `*` is for any other page. `customers` are for a browser with a session. */
type FirstLoads = { visitors: Loads; customers: Loads };

function firstLoadsIn(folder: string): FirstLoads {
  const file = join(folder, 'first-loads.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as FirstLoads)
    : { visitors: {}, customers: {} };
}

const linkTo = (file: string, isVisitor: boolean) => {
  if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="${file}">`;
  // If the early script renders and sends requests first, other files must not take its bandwidth.
  const priority = isVisitor ? '' : ' fetchpriority="low"';
  return `<link rel="modulepreload" crossorigin${priority} href="${file}">`;
};

/** Returns the addresses of the files in a folder and its subfolders, in their exact spelling. */
function addressesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Set(
    files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`),
  );
}

/** Ignores an aborted download, which is no fault of the server. */
function whenLeft(this: FastifyInstance, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') return this.errorHandler(error, request, reply);
  request.raw.destroy();
}

/** Read by src/web/app/session.tsx: this browser is signed out, so the page can render without a request. */
const visitorSign = '<meta name="wattle-visitor" content="yes">';

/**
 * The script that loads while the main script is still downloading (src/web/early). It comes first on pages that request the
 * session.
 */
const earlyScript = /<script type="module" crossorigin src="\/assets\/early-[\w-]+\.js"><\/script>/;

/**
 * Pages that links in mails open. Links of earlier versions had their token in the address, which a page passes on as referrer.
 */
const secretPages = new Set([
  '/signup',
  '/verify-email',
  '/reset-password',
  '/invite',
  '/join-organisation',
  '/shl',
]);

/** Pages that redirect a visitor to sign-in. */
const pagesOfPeople = new Set<string>(
  pageRules.filter(([, rule]) => rule.for === 'signed-in' || Array.isArray(rule.for)).map(([path]) => path),
);

/** Puts the first frame into a page, with the files that are loaded after it. */
function withFrame(
  page: string,
  { html, who }: FirstFrame,
  language: Language,
  later: readonly string[],
): string {
  const root = `<div id="root" data-frame="${language}" data-framed-person="${who}" data-files="${later.join(' ')}">${html}</div>`;
  return page
    .replace('<html lang="en-AU">', `<html lang="${language === 'zh' ? 'zh-Hans' : 'en-AU'}">`)
    .replace('<div id="root"></div>', () => root);
}

/** The services for the page: the configuration, and what finds the signed-in customer. */
type WebServices = Finding & { config: Config };

/** Returns the function that sends the page with links to the files that the requested address loads first. */
function pageSender(services: WebServices, folder: string) {
  const { config } = services;
  const page = pageFor(config, readFileSync(join(folder, 'index.html'), 'utf8'));
  const loads = firstLoadsIn(folder);
  const frameOf = firstFramesIn(folder, config, siteOf(config));
  const isFramedPage = (path: string) =>
    framedPeople.some((who) => who !== 'visitor' && frameOf(who, path, 'en') !== undefined);
  const [early = ''] = earlyScript.exec(page) ?? [];
  const pageOfPeople = page
    .replace(early, '')
    .replace('<title>', `${early.replace('module"', 'module" async')}<title>`);
  const sessionCookie = sessionCookieName(config);
  const send = pageCompressor();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const token = request.cookies[sessionCookie];
    const isVisitor = token === undefined;
    const shown = isVisitor && pagesOfPeople.has(path) ? '/login' : path;
    // The frame does not depend on the query of the address.
    const mayBeFramed = !request.url.includes('?');
    const framed =
      token !== undefined && mayBeFramed && isFramedPage(path)
        ? await framedCustomer(services, token)
        : undefined;
    const language = framed?.language ?? languageOf(request);
    const { visitors, customers } = loads;
    const load = (isVisitor ? undefined : customers[shown]) ?? visitors[shown] ?? visitors['*'];
    const files = (load?.[language] ?? []).filter((file) => !page.includes(`"${file}"`));
    const who = framed?.who ?? (isVisitor && mayBeFramed ? 'visitor' : undefined);
    const frame = who && frameOf(who, shown, language);
    // The script that loads a framed page begins with these after the frame is painted (src/web/early).
    const later = frame ? files.filter((file) => file.endsWith('.js')) : [];
    const head = [
      ...(frame ? [frame.head] : []),
      ...files.filter((file) => !later.includes(file)).map((file) => linkTo(file, isVisitor)),
      ...(isVisitor ? [visitorSign] : []),
    ].join('');
    const sent = (isVisitor ? page : pageOfPeople).replace('</head>', `${head}</head>`);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      // Going back after signing in must not show the page cached for a visitor.
      'cache-control': isVisitor ? 'no-store' : 'no-cache',
      vary: 'accept-encoding, accept-language, cookie',
      ...(secretPages.has(path) && { 'referrer-policy': 'no-referrer' }),
    });
    return send(request, reply, frame ? withFrame(sent, frame, language, later) : sent);
  };
}

/** Registers the built web: hashed files are cached permanently, the page never, and the page answers every address it knows. */
export async function registerWeb(app: FastifyInstance, services: WebServices): Promise<void> {
  const { config } = services;
  const folder = join(config.root, 'dist/web');
  if (!existsSync(join(folder, 'index.html'))) {
    // The library's own answer repeats the address, here and in the log.
    app.setNotFoundHandler((_, reply) => reply.code(404).send({ ok: false, error: 'not-found' }));
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    // The library's own route reads the folder again for each file to compare the spelling of the name; the list below does this
    // once.
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache');
    },
  });
  const sendPage = pageSender(services, folder);
  const addresses = addressesIn(folder);
  app.get('/*', { errorHandler: whenLeft }, (request, reply) => {
    const [path = ''] = request.url.split('?');
    return addresses.has(path) ? reply.sendFile(path) : reply.callNotFound();
  });
  // Written by scripts/licences.ts; served without a session.
  app.get('/licences', { errorHandler: whenLeft }, (_, reply) =>
    addresses.has('/licences.html') ? reply.sendFile('licences.html') : reply.callNotFound(),
  );
  app.get('/', sendPage);
  app.get('/index.html', sendPage);
  app.setNotFoundHandler((request, reply) => {
    // The query string is ignored here: an invitation's token or an address in it contains a dot, which is not a file extension.
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isPage) return sendPage(request, reply);
    reply.code(404);
    return path.startsWith('/api/') && isOpenedInBrowser(request)
      ? sendErrorPage(reply, { code: 'not-found' }, config.help.phone)
      : reply.send({ ok: false, error: 'not-found' });
  });
}
