import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { sessionCookieName, type StartedSession } from './sessions.ts';

const attributesOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https://') }) as const;

/** Puts a session into the browser, in place of the one it has. */
export function setSessionCookie(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
  { token, expiresAt }: StartedSession,
): void {
  reply.setCookie(sessionCookieName(config), token, { ...attributesOf(config), expires: expiresAt });
}

/** Takes the session out of the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>): void {
  reply.clearCookie(sessionCookieName(config), attributesOf(config));
}
