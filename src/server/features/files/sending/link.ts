import { linkSeconds } from '../../../../domain/files/limits.ts';
import { readBase64url } from '../../../db/sealing/base64url.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';
import type { Disposition } from '../../../http/disposition.ts';

/** The file of a link, and its person and session: without that session the link opens nothing. */
export type Link = { fileId: string; userId: string; sessionId: string; disposition: Disposition };

/** How long the browser that opened a link in time may continue to read: a browser requests a video range by range. */
const readingHours = 3;

/** Cookie that proves that the browser opened a link in time. Browsers send it only to the address of that download. */
export const openedCookie = 'wattle-file';

export const readingSeconds = readingHours * 60 * 60;

const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const uuidAt = (bytes: Buffer, at: number) =>
  bytes.toString('hex', at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** File and session (16 bytes each), disposition (1), time in milliseconds (6): a route parameter has at most 100 characters. */
const factBytes = 39;

/** The signature covers the person's id too, which the link does not contain. */
const signed = (facts: Buffer, userId: string) => `${facts.toString('base64url')} ${userId}`;

/** Makes the token of a link to a file, for one person in one session, valid for a minute (D-20). */
export function makeLink(secrets: Secrets, link: Link, now: Date): { token: string; expires_at: Date } {
  const expires_at = new Date(now.getTime() + linkSeconds * 1_000);
  const facts = Buffer.alloc(factBytes);
  uuidBytes(link.fileId).copy(facts, 0);
  uuidBytes(link.sessionId).copy(facts, 16);
  facts.writeUInt8(link.disposition === 'inline' ? 1 : 0, 32);
  facts.writeUIntBE(expires_at.getTime(), 33, 6);
  const signature = secrets.sign('file-link', signed(facts, link.userId));
  return { token: Buffer.concat([facts, signature]).toString('base64url'), expires_at };
}

/** Returns the content of a link that we made for this person, expired or not; null for any other text. */
export function readLink(
  secrets: Secrets,
  token: string,
  userId: string,
): (Omit<Link, 'userId'> & { expiresAt: number }) | null {
  const bytes = readBase64url(token);
  if (bytes === null || bytes.length < factBytes) return null;
  const facts = bytes.subarray(0, factBytes);
  if (!secrets.verify('file-link', signed(facts, userId), bytes.subarray(factBytes))) return null;
  return {
    fileId: uuidAt(facts, 0),
    sessionId: uuidAt(facts, 16),
    disposition: facts.readUInt8(32) === 1 ? 'inline' : 'attachment',
    expiresAt: facts.readUIntBE(33, 6),
  };
}

/** Returns the value of the cookie after a link was opened in time. */
export const openedValue = (secrets: Secrets, token: string): string =>
  secrets.sign('file-link', `opened ${token}`).toString('base64url');

/** Whether a link is valid now: during its minute, and for some hours in the browser that opened it in time. */
export function isReadable(
  secrets: Secrets,
  token: string,
  { expiresAt }: { expiresAt: number },
  cookie: string | undefined,
  now: Date,
): boolean {
  if (now.getTime() < expiresAt) return true;
  if (cookie === undefined || now.getTime() >= expiresAt + readingSeconds * 1_000) return false;
  return secrets.verify('file-link', `opened ${token}`, readBase64url(cookie));
}
