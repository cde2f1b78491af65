import type { FastifyRequest } from 'fastify';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language, Translate } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { ContactPage } from '../../pages/contacts/layout.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { findKnownContact, readContactToken, type LinkIds } from '../sharing/api.ts';
import { sharerNames, type Sharer } from './sharer.ts';

export type LinkRequest = FastifyRequest<{
  Params: { token: string; fileId?: string };
  Querystring: Record<string, unknown>;
}>;

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/** What the address of a contact's page says. */
export type LinkQuery = {
  kind: 'request' | 'view';
  /** As the address says; else as the browser asks for. */
  language: Language;
  /** The address says it. */
  isChosen: boolean;
  t: Translate;
};

export function askedOf(request: LinkRequest): LinkQuery {
  const kind = request.url.startsWith('/trusted-contact/') ? 'request' : 'view';
  const chosen = new URL(request.url, 'http://page').searchParams.get('lang');
  const isChosen = chosen === 'en' || chosen === 'zh';
  const browser = /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en';
  const language = isChosen ? chosen : browser;
  return { kind, language, isChosen, t: translators[language] };
}

/** What a page of a contact is made with: in the language of the address, else in that of the person who shares. */
export function pageFor(request: LinkRequest, { config }: Services, sharer: Sharer): ContactPage {
  const asked = askedOf(request);
  const language = asked.isChosen ? asked.language : sharer.language;
  const t = translators[language];
  return { t, language, names: sharerNames(sharer, t), helpPhone: config.help.phone };
}

/** Who came with a link that we signed: a contact of a person, and which of their links it is. */
export type Comer = { ids: LinkIds; context: Context; input: { contact_id: string; link: string } };

/** The contact of a link; null for a text that we did not sign, and for a contact who is gone. */
export async function comerOf(request: LinkRequest, services: Services): Promise<Comer | null> {
  const { kind, language } = askedOf(request);
  const ids = readContactToken(services.secrets, kind, request.params.token);
  const contact = ids && (await findKnownContact(services.db, ids.contactId));
  if (!ids || !contact) return null;
  const context: Context = {
    services,
    actor: { kind: 'contact', contactId: contact.id, userId: contact.user_id },
    meta: { requestId: request.id, address: request.ip, userAgent: null, language, sessionId: null },
  };
  return { ids, context, input: { contact_id: ids.contactId, link: ids.link } };
}

/** Whether we signed the link, whosever it was. */
export const isOurLink = (request: LinkRequest, { secrets }: Services): boolean =>
  readContactToken(secrets, askedOf(request).kind, request.params.token) !== null;

/** The fields of a posted form. */
export const formOf = (request: LinkRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

/** Whether the address asks for a page in front of the answer. */
export const asksFor = (request: LinkRequest, part: 'decline' | 'leave'): boolean =>
  new URL(request.url, 'http://page').searchParams.has(part);
