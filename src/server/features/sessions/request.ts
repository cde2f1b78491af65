import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { sessionCookieName } from './api.ts';
import { actorOf, visitor } from './current-session.ts';

/** Returns the browser's preferred language, for people who have not chosen one. */
export function languageOf(request: FastifyRequest): Language {
  return /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en';
}

/** Header of requests that pages make without their user, so that a page left open does not keep its session alive (D-13). */
const unattendedHeader = 'wattle-unattended';

/**
 * Header with the id of the person who opened the page. The browser has one session, and its tabs may be older. A web socket,
 * which cannot send headers from a page, sends the id in its first message.
 */
export const personHeader = 'wattle-person';

/** Header of answers to a valid session: whole seconds until the idle expiry, and until the absolute expiry. */
export const sessionLeftHeader = 'wattle-session-left';

/** Returns the value of the header, by the server's clock; undefined for a visitor. */
export function sessionLeft({ sessionEnds, services }: Context): string | undefined {
  if (!sessionEnds) return undefined;
  const now = services.clock().getTime();
  const seconds = (end: Date) => Math.max(0, Math.floor((end.getTime() - now) / 1000));
  return `${seconds(sessionEnds.idle)} ${seconds(sessionEnds.absolute)}`;
}

/**
 * Returns the context of the caller: the person of the session cookie, or a visitor. A page that another person opened counts as
 * a visitor. `unattended` is true if the page made the request without its user, as far as known.
 */
export async function contextOf(
  services: Services,
  request: FastifyRequest,
  { unattended = request.headers[unattendedHeader] === 'yes' }: { unattended?: boolean } = {},
): Promise<Context> {
  const token = request.cookies[sessionCookieName(services.config)] ?? null;
  const found = await actorOf(services, token, { unattended });
  const session = isPageOf(request.headers[personHeader], found.actor) ? found : visitor;
  return {
    services,
    actor: session.actor,
    ...(session.ends && { sessionEnds: session.ends }),
    meta: {
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      language: session.language ?? languageOf(request),
      sessionId: session.sessionId,
    },
  };
}

/** True if a page can act for the person of the session: its person is the same, or it names no person. */
export function isPageOf(personId: unknown, actor: Actor): boolean {
  return personId === undefined || (actor.kind === 'person' && actor.userId === personId);
}
