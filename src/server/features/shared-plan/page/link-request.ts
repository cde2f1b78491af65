import type { FastifyRequest } from 'fastify';
import type { Language, Translate } from '../../../../domain/i18n/texts.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import type { ContactPage } from '../../../pages/contacts/layout.ts';
import type { Context, Services } from '../../../pipeline/context.ts';
import { findKnownContact, readContactToken, type LinkIds } from '../../sharing/api.ts';
import { sharerNames, type Sharer } from '../sharer.ts';

export type LinkRequest = FastifyRequest<{
  Params: { token: string; fileId?: string };
  Querystring: Record<string, unknown>;
}>;

/** Query parameters of a contact's page. */
export type LinkQuery = {
  kind: 'request' | 'view';
  /** From the address; otherwise the browser's language. */
  language: Language;
  /** Whether the address contains the language. */
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

/**
 * Returns the settings of a contact's page, in the language of the address, otherwise in the language of the person who shares.
 */
export function pageFor(request: LinkRequest, { config }: Services, sharer: Sharer): ContactPage {
  const asked = askedOf(request);
  const language = asked.isChosen ? asked.language : sharer.language;
  const t = translators[language];
  return { t, language, names: sharerNames(sharer, t), helpPhone: config.help.phone };
}

/** A visitor with a signed link: the contact, and which of the contact's links it is. */
export type Visitor = { ids: LinkIds; context: Context; input: { contact_id: string; link: string } };

/** Returns the visitor of a link; null for a text without our signature, and for a deleted contact. */
export async function visitorOf(request: LinkRequest, services: Services): Promise<Visitor | null> {
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

/** Whether the link has our signature, for any contact. */
export const isOurLink = (request: LinkRequest, { secrets }: Services): boolean =>
  readContactToken(secrets, askedOf(request).kind, request.params.token) !== null;

/** Returns the fields of a posted form. */
export const formOf = (request: LinkRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

/** Whether the address requests a confirmation page before the answer. */
export const asksFor = (request: LinkRequest, part: 'decline' | 'leave'): boolean =>
  new URL(request.url, 'http://page').searchParams.has(part);
