import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Context, Services } from '../../context.ts';
import { actorOf, sessionCookieName } from './sessions.ts';

/** The language a browser asks for, for people who have not chosen one. */
export function languageOf(request: FastifyRequest): Language {
  return /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en';
}

/** Sent by pages with what they ask by themselves, so that a page left open does not keep its session alive (D-13). */
const unattendedHeader = 'wattle-unattended';

/** Who asks: the person of the session cookie, or a visitor. `unattended` where nobody sits at the page, as far as we know. */
export async function contextOf(
  services: Services,
  request: FastifyRequest,
  { unattended = request.headers[unattendedHeader] === 'yes' }: { unattended?: boolean } = {},
): Promise<Context> {
  const token = request.cookies[sessionCookieName(services.config)] ?? null;
  const session = await actorOf(services, token, { unattended });
  return {
    services,
    actor: session.actor,
    meta: {
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      language: session.language ?? languageOf(request),
      sessionId: session.sessionId,
    },
  };
}
