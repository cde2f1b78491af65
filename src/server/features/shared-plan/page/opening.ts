import { readBase64url } from '../../../db/sealing/base64url.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';
import type { LinkIds } from '../../sharing/api.ts';

/** How long the page of a contact stays open, in seconds, like the emergency page (GAP-51). */
export const openingSeconds = 30 * 60;

/**
 * State of the plan that the opening was recorded with: none to read, changed since the contact's last opening, or unchanged. The
 * cookie stores the index in this list.
 */
const openedPlans = ['same', 'changed', 'none'] as const;

export type OpenedPlan = (typeof openedPlans)[number];

/** Content of the cookie: the page is open since a time, it was open and is closed again, or nothing (null). */
export type SharedOpening =
  | { state: 'open'; openedAt: Date; closesAt: Date; plan: OpenedPlan }
  | { state: 'closed' }
  | null;

type Opened = { ids: LinkIds; openedAt: Date; plan: OpenedPlan };

const signed = ({ ids, openedAt, plan }: Opened) =>
  `${openedAt.getTime()} ${openedPlans.indexOf(plan)} ${ids.contactId} ${ids.link}`;

/**
 * Returns the cookie value that keeps a contact's page open: signed for this contact and this link, so that a new link ends it.
 */
export function openingValue(secrets: Secrets, opened: Opened): string {
  const signature = secrets.sign('contact-cookie', signed(opened)).toString('base64url');
  return `${opened.openedAt.getTime()}.${openedPlans.indexOf(opened.plan)}.${signature}`;
}

/** Reads a cookie for one link. A forged cookie, or one for another link, is ignored. */
export function readOpening(
  secrets: Secrets,
  ids: LinkIds,
  value: string | undefined,
  now: Date,
): SharedOpening {
  const [, at, place, signature] = /^(\d{1,16})\.([012])\.([\w-]{43})$/.exec(value ?? '') ?? [];
  const plan = openedPlans[Number(place)];
  if (at === undefined || plan === undefined || signature === undefined) return null;
  const openedAt = new Date(Number(at));
  if (!secrets.verify('contact-cookie', signed({ ids, openedAt, plan }), readBase64url(signature)))
    return null;
  const closesAt = new Date(Number(at) + openingSeconds * 1000);
  // A cookie from the future means that the clock was set back: it stays open no longer than a cookie from now.
  const isEarly = openedAt.getTime() > now.getTime() + openingSeconds * 1000;
  return now < closesAt && !isEarly ? { state: 'open', openedAt, closesAt, plan } : { state: 'closed' };
}

/** Returns the cookie's name: with TLS, browsers accept a `__Secure-` cookie over TLS only. */
export const openingCookieName = (secure: boolean): string =>
  secure ? '__Secure-wattle-shared' : 'wattle-shared';

/**
 * Returns the Set-Cookie header that opens a contact's page, or with `value` null closes it. Browsers send it to that page only.
 */
export function openingCookie(options: { path: string; value: string | null; secure: boolean }): string {
  const { path, value, secure } = options;
  return [
    `${openingCookieName(secure)}=${value ?? ''}`,
    `Path=${path}`,
    // The browser keeps it longer than it is valid, so that the page can show that it was closed.
    `Max-Age=${value === null ? 0 : 2 * openingSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}
