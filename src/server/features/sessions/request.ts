import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { sessionCookieName } from './api.ts';
import { actorOf, visitor } from './current-session.ts';

/** The language a browser asks for, for people who have not chosen one. */
export function languageOf(request: FastifyRequest): Language {
  return /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en';
}

/** Sent by pages with what they ask by themselves, so that a page left open does not keep its session alive (D-13). */
const unattendedHeader = 'wattle-unattended';

/**
 * Sent by pages that were opened by a person: their id. The browser has one session, and its tabs may be older than it. A web
 * socket, which takes no headers from a page, greets with it.
 */
export const personHeader = 'wattle-person';

/** In answers to a living session: whole seconds until it ends unused, and until it ends in any case. */
export const sessionLeftHeader = 'wattle-session-left';

/** What the header says, by the server's clock; undefined for a visitor. */
export function sessionLeft({ sessionEnds, services }: Context): string | undefined {
  if (!sessionEnds) return undefined;
  const now = services.clock().getTime();
  const seconds = (end: Date) => Math.max(0, Math.floor((end.getTime() - now) / 1000));
  return `${seconds(sessionEnds.idle)} ${seconds(sessionEnds.absolute)}`;
}

/**
 * Who asks: the person of the session cookie, or a visitor, as is every page that was opened by another person than the session's
 * person. `unattended` where no one sits at the page, as far as we know.
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

/** Whether a page may speak for the person of the session: it says that it is theirs, or does not say whose it is. */
export function isPageOf(personId: unknown, actor: Actor): boolean {
  return personId === undefined || (actor.kind === 'person' && actor.userId === personId);
}
