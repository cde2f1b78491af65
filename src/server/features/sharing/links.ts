import { readBase64url } from '../../db/sealing/base64url.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import type { Services } from '../../pipeline/context.ts';

/** Purpose of a contact's link: answering the request, or opening what is shared. */
export type ContactLink = 'request' | 'view';

/** Ids in a link: the contact, and which of the contact's links it is. */
export type LinkIds = { contactId: string; link: string };

const purposes = { request: 'contact-request', view: 'contact-view' } as const;
const paths = { request: 'trusted-contact', view: 'shared-plan' } as const;

const idBytes = 16;
const signatureBytes = 32;

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const signed = ({ contactId, link }: LinkIds) => `${contactId} ${link}`;

/**
 * Returns the token of a link: two ids and their keyed hash. The database contains only the ids, which are useless without the
 * key.
 */
export function contactToken(secrets: Secrets, kind: ContactLink, ids: LinkIds): string {
  const signature = secrets.sign(purposes[kind], signed(ids));
  return Buffer.concat([bytesOf(ids.contactId), bytesOf(ids.link), signature]).toString('base64url');
}

/** Returns the ids of a token that we signed for this purpose; null for any other text. */
export function readContactToken(secrets: Secrets, kind: ContactLink, token: string): LinkIds | null {
  if (!/^[\w-]{86}$/.test(token)) return null;
  const bytes = readBase64url(token);
  if (bytes?.length !== 2 * idBytes + signatureBytes) return null;
  const ids = {
    contactId: idOf(bytes.subarray(0, idBytes)),
    link: idOf(bytes.subarray(idBytes, 2 * idBytes)),
  };
  return secrets.verify(purposes[kind], signed(ids), bytes.subarray(2 * idBytes)) ? ids : null;
}

/** Returns the path of a contact's page. */
export const contactPath = (kind: ContactLink, token: string): string => `/${paths[kind]}/${token}`;

/** Returns the URL for a mail. It is computed when the mail is written, so that neither an event nor the database contains it. */
export function contactAddress(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  kind: ContactLink,
  ids: LinkIds,
): string {
  return `${config.publicUrl}${contactPath(kind, contactToken(secrets, kind, ids))}`;
}
