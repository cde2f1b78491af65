import * as z from 'zod/mini';
import type { DocumentSearch } from '../../../domain/fhir/records/document-search.ts';
import { refuseSearch } from '../../../domain/fhir/records/search-parameters.ts';
import { readBase64url } from '../../db/sealing/base64url.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import type { Position } from './store.ts';

/** The parameter of a `next` link. */
export const pageParameter = '_page';

/** How long a `next` link works, in milliseconds: a whole day of reading, as slow as the limits make it. */
const lifetimeMs = 86_400_000;

const millisecond = z.nullable(z.int());
const content = z.tuple([
  z.int(),
  z.nullable(z.uuid()),
  z.nullable(z.enum(['current', 'superseded'])),
  millisecond,
  millisecond,
  z.int().check(z.gte(1), z.lte(100)),
  z.uuid(),
  z.int().check(z.gte(1)),
]);

const signed = (clientId: string, text: string) => `${clientId} ${text}`;

/** Returns the value of a `next` link, at most 400 characters. It works for this clinical system only. */
export function newPageLink(
  secrets: Secrets,
  clientId: string,
  { search, last }: { search: DocumentSearch; last: Position },
  now: Date,
): string {
  const { patientId, status, changed, count } = search;
  const until = now.getTime() + lifetimeMs;
  const parts: z.infer<typeof content> = [
    ...([until, patientId, status, changed.from, changed.before, count] as const),
    ...([last.userId, last.version] as const),
  ];
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${text}.${secrets.sign('clinical-page', signed(clientId, text)).toString('base64url')}`;
}

/**
 * Reads the value of a `next` link.
 * @throws ClinicalRefusal 400 for a link that is forged, expired, or of another clinical system
 */
export function readPageLink(
  secrets: Secrets,
  clientId: string,
  link: string,
  now: Date,
): { search: DocumentSearch; last: Position } {
  const [, text, signature] = /^([\w-]{1,350})\.([\w-]{43})$/.exec(link) ?? [];
  const isOurs =
    text !== undefined &&
    signature !== undefined &&
    secrets.verify('clinical-page', signed(clientId, text), readBase64url(signature));
  const parts = isOurs ? content.parse(JSON.parse(Buffer.from(text, 'base64url').toString())) : null;
  if (parts === null || parts[0] <= now.getTime())
    throw refuseSearch('The link to the next page is unknown or expired. Search again.');
  const [, patientId, status, from, before, count, userId, version] = parts;
  return { search: { patientId, status, changed: { from, before }, count }, last: { userId, version } };
}
