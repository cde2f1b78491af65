import type { FastifyReply } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import type { Role } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Config } from '../../config.ts';
import { readBase64url } from '../../db/sealing/base64url.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { Work } from '../../pipeline/work.ts';
import { endTogether, leaveSession } from '../impersonation/api.ts';
import { findUser, type User } from '../profile/api.ts';
import { rememberDevice, setSessionCookie, startSession, type StartedSession } from '../sessions/api.ts';

export { markSignUpBrowser } from './verifying/sign-up-browser.ts';
export { keepWaitingMedicare } from './verifying/waiting-medicare.ts';

/** A signed-in person: the content of the cookie, and the account. */
export type SignedIn = { session: StartedSession; user: User };

/**
 * Starts a new session and ends the browser's old one, so that a session id known before sign-in is useless afterwards. The
 * person gets a mail about a device that they have not signed in with before. `secondStepAt` is when the second step was passed,
 * if it was; `last_login_provider` is where the person proved who they are.
 */
export async function startSignedInSession(
  work: Pick<Work<unknown>, 'tx' | 'now' | 'meta' | 'emit'>,
  person: { id: string; role: Role },
  secondStepAt: Date | null = null,
  last_login_provider: 'password' | 'external' = 'password',
): Promise<SignedIn> {
  const { tx, now, meta, emit } = work;
  if (meta.sessionId) await leaveSession(work, meta.sessionId);
  // The person does not leave a tablet open on which staff sat beside them (N-08).
  await endTogether(work, person.id);
  const session = await startSession(tx, now, person, meta.userAgent, secondStepAt);
  const device = await rememberDevice(tx, now, person.id, meta.userAgent);
  if (device !== null) emit('account.new-device', { user_id: person.id, device, at: now.toISOString() });
  await tx
    .updateTable('users')
    .set({ last_login_at: now, last_login_provider })
    .where('id', '=', person.id)
    .execute();
  const user = await findUser(tx, person.id);
  if (!user) throw new AppError('unauthenticated');
  return { session, user };
}

/** Returns the response for a signed-in person, with the session cookie. */
export function signedInAnswer(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
  { session, user }: SignedIn,
): { ok: true; user: User } {
  setSessionCookie(reply, config, session);
  return { ok: true, user };
}

/** Purpose of a mailed link. A link is valid for one purpose only. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'join-organisation';

const minutesOf = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'join-organisation': 7 * 24 * 60,
} as const satisfies Record<LinkPurpose, number>;

const idBytes = 16;
const signatureBytes = 32;

const sign = (secrets: Secrets, purpose: LinkPurpose, id: string) => secrets.sign(`one-time:${purpose}`, id);

function tokenOf(secrets: Secrets, purpose: LinkPurpose, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, sign(secrets, purpose, id)]).toString('base64url');
}

/** Returns the id in a token that we signed for this purpose; null for any other text. */
function idIn(secrets: Secrets, purpose: LinkPurpose, token: string): string | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  const bytes = readBase64url(token);
  if (bytes?.length !== idBytes + signatureBytes) return null;
  const hex = bytes.subarray(0, idBytes).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return secrets.verify(`one-time:${purpose}`, id, bytes.subarray(idBytes)) ? id : null;
}

/** Voids every link of a person for one purpose. */
export async function voidTokens(tx: Tx, now: Date, purpose: LinkPurpose, userId: string): Promise<void> {
  await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Creates a one-time link for a person and voids the earlier ones for the same purpose. Returns its id. With `newEmail` the
 * account gets that address when the link is opened.
 */
export async function issueToken(
  tx: Tx,
  now: Date,
  purpose: LinkPurpose,
  userId: string,
  newEmail: string | null = null,
): Promise<string> {
  await voidTokens(tx, now, purpose, userId);
  const { id } = await tx
    .insertInto('one_time_tokens')
    .values({
      purpose,
      user_id: userId,
      new_email: newEmail,
      created_at: now,
      expires_at: new Date(now.getTime() + minutesOf[purpose] * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns the link to mail for an issued id. It is computed when the mail is written, so the database contains nothing that gives
 * access. The token follows the `#`, so browsers send it to no server and no proxy logs it.
 */
export function linkOf(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  purpose: LinkPurpose,
  id: string,
): string {
  return `${config.publicUrl}/${purpose}#token=${tokenOf(secrets, purpose, id)}`;
}

/** Returns the valid link of a person: the latest one, if it is neither used nor expired. */
export async function findLink(
  services: Pick<Services, 'config' | 'secrets' | 'db' | 'clock'>,
  purpose: LinkPurpose,
  userId: string,
): Promise<string | null> {
  const row = await services.db
    .selectFrom('one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('new_email', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', services.clock())
    .executeTakeFirst();
  return row ? linkOf(services, purpose, row.id) : null;
}

/** Returns the link of a changed address, with that address; null if it is used, expired or of another kind. */
export async function findChangeLink(
  services: Pick<Services, 'config' | 'secrets' | 'db' | 'clock'>,
  id: string,
): Promise<{ link: string; email: string } | null> {
  const row = await services.db
    .selectFrom('one_time_tokens')
    .select('new_email')
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', services.clock())
    .executeTakeFirst();
  return row?.new_email ? { link: linkOf(services, 'verify-email', id), email: row.new_email } : null;
}

/** The person of a token, and the new address that it contains. */
export type UsedToken = { userId: string; newEmail: string | null };

/** Returns the person of a token, if its row is in that state. Null for a forged one. */
async function readToken(
  tx: Tx,
  secrets: Secrets,
  purpose: LinkPurpose,
  token: string,
  state: RawBuilder<boolean>,
): Promise<UsedToken | null> {
  const id = idIn(secrets, purpose, token);
  if (!id) return null;
  const row = await tx
    .selectFrom('one_time_tokens')
    .select(['user_id', 'new_email'])
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where(state)
    .executeTakeFirst();
  return row ? { userId: row.user_id, newEmail: row.new_email } : null;
}

/**
 * Locks the token with an id that `findJoinToken` returned before, without using it: `voidTokens` does that. Returns the person;
 * null for a used or expired one.
 */
export async function lockJoinToken(tx: Tx, now: Date, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('id', '=', id)
    .where('purpose', '=', 'join-organisation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Returns the id and the person of a valid link of staff to their organisation, without using it. */
export async function findJoinToken(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  token: string,
): Promise<{ id: string; userId: string } | null> {
  const id = idIn(secrets, 'join-organisation', token);
  const found = id && (await findToken(tx, secrets, now, 'join-organisation', token));
  return found ? { id, userId: found.userId } : null;
}

/** Returns the person of a valid token without using it. Null for a forged, used or expired one. */
export const findToken = (tx: Tx, secrets: Secrets, now: Date, purpose: LinkPurpose, token: string) =>
  readToken(tx, secrets, purpose, token, sql<boolean>`used_at is null and expires_at > ${now}`);

/**
 * Returns the person of a token that was used or voided and is not deleted yet. Null for a forged one, and for one that still
 * works.
 */
export const findSpentToken = (tx: Tx, secrets: Secrets, purpose: LinkPurpose, token: string) =>
  readToken(tx, secrets, purpose, token, sql<boolean>`used_at is not null`);

/** Uses a token, once: of two simultaneous calls one gets the person, the other null. */
export async function useToken(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  purpose: LinkPurpose,
  token: string,
): Promise<UsedToken | null> {
  const id = idIn(secrets, purpose, token);
  if (!id) return null;
  const row = await tx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'new_email'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, newEmail: row.new_email } : null;
}
