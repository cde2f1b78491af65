import { readBase64url } from '../../../db/sealing/base64url.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';

/** How long the location of a document works, in seconds. The guide allows at most an hour. */
export const ticketSeconds = 10 * 60;

const signed = (linkId: string, until: number) => `${until} ${linkId}`;

/** Returns the ticket for the location of a document. It contains neither the id in the link's address nor its key. */
export function newTicket(secrets: Secrets, linkId: string, now: Date): string {
  const until = now.getTime() + ticketSeconds * 1_000;
  const signature = secrets.sign('health-link-ticket', signed(linkId, until)).toString('base64url');
  return `${until}.${linkId}.${signature}`;
}

/** Returns the link of a ticket; null for a forged or expired one. */
export function readTicket(secrets: Secrets, ticket: string, now: Date): string | null {
  const [, until, linkId, signature] = /^(\d{1,16})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (until === undefined || linkId === undefined || signature === undefined) return null;
  if (!secrets.verify('health-link-ticket', signed(linkId, Number(until)), readBase64url(signature)))
    return null;
  return now.getTime() < Number(until) ? linkId : null;
}
