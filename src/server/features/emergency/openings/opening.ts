import { readBase64url } from '../../../db/sealing/base64url.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';

/** How long a plan stays open after its PIN was typed, in seconds (GAP-51). */
export const openingSeconds = 30 * 60;

/** The browser keeps the cookie longer than it is valid, so that the page can show that the plan was closed. */
const cookieSeconds = 2 * openingSeconds;

/** The content of a card's cookie: the plan is open since a time, it was open and is closed again, or nothing (null). */
export type Opening =
  | { state: 'open'; userId: string; openedAt: Date; closesAt: Date }
  | { state: 'closed' }
  | null;

type Opened = { shareId: string; userId: string; openedAt: Date };

const signed = ({ shareId, userId, openedAt }: Opened) => `${openedAt.getTime()} ${userId} ${shareId}`;

/**
 * Returns the value of the cookie that keeps one card's plan open. Its signature is valid only for this purpose, person and share
 * id.
 */
export function openingValue(secrets: Secrets, opened: Opened): string {
  const signature = secrets.sign('emergency-cookie', signed(opened)).toString('base64url');
  return `${opened.openedAt.getTime()}.${opened.userId}.${signature}`;
}

/** Reads a cookie for one card. A forged one, or one of another card, is ignored. */
export function readOpening(
  secrets: Secrets,
  shareId: string,
  value: string | undefined,
  now: Date,
): Opening {
  const [, at, userId, signature] = /^(\d{1,16})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (at === undefined || userId === undefined || signature === undefined) return null;
  const openedAt = new Date(Number(at));
  const opened = { shareId, userId, openedAt };
  if (!secrets.verify('emergency-cookie', signed(opened), readBase64url(signature))) return null;
  const closesAt = new Date(Number(at) + openingSeconds * 1000);
  // A cookie from the future comes from a clock that was set back since: it is valid no longer than a new one.
  const early = openedAt.getTime() > now.getTime() + openingSeconds * 1000;
  return now < closesAt && !early ? { state: 'open', userId, openedAt, closesAt } : { state: 'closed' };
}

/** Returns the cookie's name: with TLS, browsers accept a `__Secure-` cookie only over TLS. */
export const openingCookieName = (secure: boolean): string =>
  secure ? '__Secure-wattle-plan' : 'wattle-plan';

/**
 * Returns the Set-Cookie header that opens a card's plan, or with `value` null closes it. Browsers send it only to the card's own
 * address, for the page and its PDF, and never from another site.
 */
export function openingCookie(options: { shareId: string; value: string | null; secure: boolean }): string {
  const { shareId, value, secure } = options;
  return [
    `${openingCookieName(secure)}=${value ?? ''}`,
    `Path=/acp-login/${encodeURIComponent(shareId)}`,
    `Max-Age=${value === null ? 0 : cookieSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}
