import * as z from 'zod/mini';
import { invitationOver } from '../../../domain/customers/invitation.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { fullName } from '../../../domain/names.ts';
import { readBase64url } from '../../db/sealing/base64url.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/**
 * Kinds of signed texts of an invitation (D-15). The token proves that its holder reads the mail of `email`, and fills that
 * field; the payload only identifies the invitation. Staff only have a token.
 */
export type InvitationPurpose = 'signup-token' | 'signup-payload' | 'staff-token';

export type Invitation = {
  email?: string | undefined;
  provider_id?: string | undefined;
  user_id?: string | undefined;
  /** Which of several invitations of the same person this is; only the newest one is valid. */
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

/** Signs an invitation for 30 days: base64url of its JSON, a dot, base64url of its keyed hash. */
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

/** Returns the content of a signed text, and whether it has expired; null if we did not sign it for this purpose. */
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

/** Returns the content of a signed text; null if we did not sign it for this purpose, or if it is older than 30 days. */
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

/** Reason why the link of a customer's invitation is invalid. */
export type InvitationProblem = 'expired' | 'older' | 'used' | 'cancelled' | 'held';

/** Texts of the reasons, on the sign-up page. */
export const invitationWords = {
  expired: 'error.signup.tokenExpired',
  older: 'error.signup.tokenOlder',
  used: 'error.signup.tokenUsed',
  cancelled: 'error.signup.tokenCancelled',
  held: 'error.signup.tokenHeld',
} as const satisfies Record<InvitationProblem, TextKey>;

/** Current content behind the link of an invitation. */
export type OpenedInvitation = {
  invitation: Invitation;
  problem: InvitationProblem | null;
  /** Name of the inviting provider. */
  provider: string | null;
  /** Name of the account's person. */
  person: string | null;
};

/**
 * Opens the link of an invitation. Null for one that we did not sign for this purpose, and for an old one without a person. With
 * a person, it is valid while it is the newest invitation of an account that is not accepted yet.
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
  // An account that never had this address, or has it no longer, must not be revealed.
  if (status === 'active') return isNewest || isVerified ? 'used' : 'cancelled';
  if (!isNewest) return 'older';
  return isOver ? 'expired' : null;
}
