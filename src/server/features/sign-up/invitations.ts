import * as z from 'zod/mini';
import type { Secrets } from '../../db/sealing/secrets.ts';

/**
 * The two signed texts of an invitation (D-15). The token proves that its holder reads the mail of `email`, and fills
 * that field; the payload only says whose invitation it is.
 */
export type InvitationPurpose = 'signup-token' | 'signup-payload';

export type Invitation = {
  email?: string | undefined;
  provider_id?: string | undefined;
  user_id?: string | undefined;
};

const life = 30 * 24 * 60 * 60_000;

const signedShape = z.strictObject({
  purpose: z.enum(['signup-token', 'signup-payload']),
  email: z.optional(z.string()),
  provider_id: z.optional(z.uuid()),
  user_id: z.optional(z.uuid()),
  /** Milliseconds since 1970. */
  exp: z.number(),
});

/** Signs an invitation for 30 days: base64url of its JSON, a dot, base64url of the keyed hash of that. */
export function createSignupToken(
  secrets: Secrets,
  now: Date,
  purpose: InvitationPurpose,
  invitation: Invitation,
): string {
  const { email, provider_id, user_id } = invitation;
  const json = JSON.stringify({ purpose, email, provider_id, user_id, exp: now.getTime() + life });
  const body = Buffer.from(json, 'utf8').toString('base64url');
  return `${body}.${secrets.sign(purpose, body).toString('base64url')}`;
}

/** What a signed text says; null when it was not signed by us for this purpose, or is older than 30 days. */
export function readSignupToken(
  secrets: Secrets,
  now: Date,
  purpose: InvitationPurpose,
  token: string,
): Invitation | null {
  if (token.length > 2_000) return null;
  const [body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0) return null;
  if (!secrets.verify(purpose, body, Buffer.from(signature, 'base64url'))) return null;
  const {
    exp,
    purpose: signedFor,
    ...invitation
  } = signedShape.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return signedFor === purpose && exp > now.getTime() ? invitation : null;
}
