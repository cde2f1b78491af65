import * as z from 'zod/mini';
import { invitationOver } from '../../../domain/customers/invitation.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { fullName } from '../../../domain/names.ts';
import { readBase64url } from '../../db/sealing/base64url.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/**
 * The two signed texts of an invitation (D-15). The token proves that its holder reads the mail of `email`, and fills
 * that field; the payload only says whose invitation it is. Staff have a token alone.
 */
export type InvitationPurpose = 'signup-token' | 'signup-payload' | 'staff-token';

export type Invitation = {
  email?: string | undefined;
  provider_id?: string | undefined;
  user_id?: string | undefined;
  /** The one of several invitations of the same person; only the newest opens anything. */
  invitation_id?: string | undefined;
};

const signedShape = z.strictObject({
  purpose: z.enum(['signup-token', 'signup-payload', 'staff-token']),
  email: z.optional(z.string()),
  provider_id: z.optional(z.uuid()),
  user_id: z.optional(z.uuid()),
  invitation_id: z.optional(z.uuid()),
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
  const { email, provider_id, user_id, invitation_id } = invitation;
  const exp = invitationOver(now).getTime();
  const json = JSON.stringify({ purpose, email, provider_id, user_id, invitation_id, exp });
  const body = Buffer.from(json, 'utf8').toString('base64url');
  return `${body}.${secrets.sign(purpose, body).toString('base64url')}`;
}

/** What a signed text says, and whether its time is over; null when it was not signed by us for this purpose. */
function readSigned(
  secrets: Secrets,
  now: Date,
  purpose: InvitationPurpose,
  token: string,
): { invitation: Invitation; isOver: boolean } | null {
  if (token.length > 2_000) return null;
  const [body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0) return null;
  if (!secrets.verify(purpose, body, readBase64url(signature))) return null;
  const {
    exp,
    purpose: signedFor,
    ...invitation
  } = signedShape.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return signedFor === purpose ? { invitation, isOver: exp <= now.getTime() } : null;
}

/** What a signed text says; null when it was not signed by us for this purpose, or is older than 30 days. */
export function readSignupToken(
  secrets: Secrets,
  now: Date,
  purpose: InvitationPurpose,
  token: string,
): Invitation | null {
  const signed = readSigned(secrets, now, purpose, token);
  return signed === null || signed.isOver ? null : signed.invitation;
}

/** Returns the link that is mailed to an invited person. The token follows the `#`, which browsers do not send to servers. */
export function invitationLink(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  sentAt: Date,
  invitation: Required<Pick<Invitation, 'email' | 'user_id' | 'invitation_id'>> & Invitation,
): string {
  const { email: _, ...reference } = invitation;
  const token = createSignupToken(secrets, sentAt, 'signup-token', invitation);
  const payload = createSignupToken(secrets, sentAt, 'signup-payload', reference);
  return `${config.publicUrl}/signup#token=${token}&payload=${payload}`;
}

/** Returns the link that is mailed to invited staff. The token follows the `#`, which browsers do not send to servers. */
export function staffInvitationLink(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  sentAt: Date,
  invitation: Required<Invitation>,
): string {
  return `${config.publicUrl}/invite#token=${createSignupToken(secrets, sentAt, 'staff-token', invitation)}`;
}

/** Why the link of a customer's invitation opens nothing any more. */
export type InvitationProblem = 'expired' | 'older' | 'used' | 'cancelled' | 'held';

/** The words for each, on the sign-up page. */
export const invitationWords = {
  expired: 'error.signup.tokenExpired',
  older: 'error.signup.tokenOlder',
  used: 'error.signup.tokenUsed',
  cancelled: 'error.signup.tokenCancelled',
  held: 'error.signup.tokenHeld',
} as const satisfies Record<InvitationProblem, TextKey>;

/** What the link of an invitation says to who opens it now. */
export type OpenedInvitation = {
  invitation: Invitation;
  problem: InvitationProblem | null;
  /** Who invites. */
  provider: string | null;
  /** Whose account it is. */
  person: string | null;
};

/**
 * Opens the link of an invitation. Null for one that we did not sign for this purpose, and for an old one that names no person. One
 * that names a person counts while it is the newest of an account that waits for them.
 */
export async function openInvitation(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  purpose: InvitationPurpose,
  token: string,
): Promise<OpenedInvitation | null> {
  const signed = readSigned(secrets, now, purpose, token);
  if (signed === null) return null;
  const { invitation, isOver } = signed;
  const { user_id, invitation_id } = invitation;
  if (user_id === undefined || invitation_id === undefined)
    return isOver ? null : { invitation, problem: null, provider: null, person: null };
  const row = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.status',
      'users.invitation_id',
      'users.email_verified_at',
      'users.first_name',
      'users.last_name',
      'providers.name as provider',
    ])
    .where('users.id', '=', user_id)
    .executeTakeFirst();
  if (!row) return { invitation, problem: 'cancelled', provider: null, person: null };
  const isNewest = row.invitation_id === invitation_id;
  const problem = problemOf(row.status, { isNewest, isOver, isVerified: row.email_verified_at !== null });
  const named = problem === null ? { provider: row.provider, person: fullName(row) || null } : nothing;
  return { invitation, problem, ...named };
}

const nothing = { provider: null, person: null };

function problemOf(
  status: AccountStatus,
  { isNewest, isOver, isVerified }: { isNewest: boolean; isOver: boolean; isVerified: boolean },
): InvitationProblem | null {
  if (status === 'suspended' || status === 'archived') return 'held';
  // An account that never had this address, or has it no longer, says nothing of itself.
  if (status === 'active') return isNewest || isVerified ? 'used' : 'cancelled';
  if (!isNewest) return 'older';
  return isOver ? 'expired' : null;
}
