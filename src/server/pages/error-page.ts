import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../domain/errors.ts';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { PlainTextKey } from '../../domain/i18n/texts.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { contactHeaders } from './contacts/layout.ts';
import { tagOf } from './emergency/layout.ts';
import { contactStyles } from './emergency/styles.ts';
import { html, raw, type Html } from './html.ts';

const languages = [
  { language: 'en', t: translatorOf('en', catalogue.en) },
  { language: 'zh', t: translatorOf('zh', catalogue.zh) },
] as const;

type Kind = 'unauthenticated' | 'forbidden' | 'notFound' | 'wait' | 'down';

const kinds: Partial<Record<ErrorCode, Kind>> = {
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  requiredAuthorization: 'forbidden',
  locked: 'forbidden',
  'not-found': 'notFound',
  invalid: 'notFound',
  'rate-limited': 'wait',
};

type Failure = { code: ErrorCode; reference?: string };

/** True if a person opened this address in a browser, such as a link to a PDF: scripts do not request HTML. */
export const isOpenedInBrowser = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Renders an error as text in both languages, for a person who opened an address of the API. */
function errorPage({ code, reference }: Failure, helpPhone: string): string {
  const kind = kinds[code] ?? 'down';
  const key = (part: 'title' | 'body') => `errorPage.${kind}.${part}` as PlainTextKey;
  const parts = languages.map(({ language, t }): Html => {
    const next =
      kind === 'unauthenticated'
        ? html`<a class="btn" href="/login">${t('errorPage.unauthenticated.button')}</a>`
        : html`<a class="btn two" href="/">${t('errorPage.start')}</a>`;
    const call = kind === 'down' && html`<p>${t('errorPage.call', { phone: helpPhone })}</p>`;
    const named = reference !== undefined && html`<p>${t('errorPage.reference', { reference })}</p>`;
    return html`<section lang="${tagOf(language)}"><h1>${t(key('title'))}</h1><p>${t(key('body'))}</p>${call}${named}${next}</section>`;
  });
  const title = languages.map(({ t }) => t(key('title'))).join(' / ');
  return html`<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} - Wattle</title><style>${raw(contactStyles)}</style><header><span>Wattle</span></header><main class="doc">${parts}</main></html>`.toString();
}

/** Sends an error as a page, with the status of the error. */
export const sendErrorPage = (reply: FastifyReply, failure: Failure, helpPhone: string): FastifyReply =>
  reply.headers(contactHeaders()).send(errorPage(failure, helpPhone));
