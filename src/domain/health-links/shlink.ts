import * as z from 'zod/mini';
import { manifestPath } from './health-link.ts';

/**
 * The content of a link, as HL7's guide 1.0.0 says. `label` is readable without the passcode, so it is the same for everyone and
 * never a name. `exp` is in seconds since 1970. Flag P: a passcode is needed.
 */
export type ShlinkPayload = {
  url: string;
  key: string;
  exp: number;
  flag: 'P';
  label: string;
  v: 1;
};

/** The same label for every link. */
export const shlinkLabel = 'Advance care plan';

/** Returns the content of a link. `id` and `key` have 43 characters each, which is 256 bits in base64url. */
export function shlinkPayload(
  publicUrl: string,
  { id, key, expiresAt }: { id: string; key: string; expiresAt: Date },
): ShlinkPayload {
  return {
    url: `${publicUrl}${manifestPath}${id}`,
    key,
    exp: Math.floor(expiresAt.getTime() / 1_000),
    flag: 'P',
    label: shlinkLabel,
    v: 1,
  };
}

const bits256 = /^[\w-]{43}$/;

const schema = z.object({
  url: z.string(),
  key: z.string().check(z.regex(bits256)),
  exp: z.optional(z.number()),
  flag: z.optional(z.string()),
});

/** Returns the part of an address or a scanned code with the content of a link; null if there is none. */
export function encodedPayload(text: string): string | null {
  const [, encoded] = /(?:^|#)shlink:\/?([\w-]+)$/.exec(text.trim()) ?? [];
  return encoded ?? null;
}

/**
 * Reads the decoded content of a link of this site; null for any other. The id and the key are secrets: neither may leave the
 * browser except to `origin`.
 */
export function readPayload(
  json: unknown,
  origin: string,
): { path: string; key: string; expiresAt: Date | null } | null {
  const { success, data } = z.safeParse(schema, json);
  if (!success) return null;
  const start = `${origin}${manifestPath}`;
  const id = data.url.startsWith(start) ? data.url.slice(start.length) : '';
  if (!bits256.test(id)) return null;
  return {
    path: `${manifestPath}${id}`,
    key: data.key,
    expiresAt: data.exp === undefined ? null : new Date(data.exp * 1_000),
  };
}
