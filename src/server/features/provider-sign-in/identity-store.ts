import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '../../../domain/access/actors.ts';
import { confirmedFor } from '../../../domain/providers/connection.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { tokenHashOf } from '../sessions/api.ts';
import type { Secret } from './issuer.ts';

/** Time for which a person may stay at the issuer before the sign-in is over, in milliseconds. */
const signInLife = 10 * 60_000;

/** Time after which the issuer is asked again, in milliseconds: early enough for several tries within the hour. */
export const askAgainAfter = 40 * 60_000;

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest();
const newSecret = () => randomBytes(32).toString('base64url');

/** Whether a cookie has the form that `newBrowser` gives it. */
const isBrowser = (cookie: string) => /^[\w-]{43}$/.test(cookie);

/** Returns the mark of a browser: the given one, or a new one. */
export const browserOf = (cookie: string) => (isBrowser(cookie) ? cookie : newSecret());

/** Derives the secrets of a sign-in from its state and its browser, so that no table and no address contains them. */
export function secretsOf({ secrets }: Pick<Services, 'secrets'>, browser: string, state: string): Secret {
  const derived = (purpose: 'organisation-verifier' | 'organisation-nonce') =>
    secrets.sign(purpose, `${browser}.${state}`).toString('base64url');
  return { state, verifier: derived('organisation-verifier'), nonce: derived('organisation-nonce') };
}

export const newState = newSecret;

/** Adds a sign-in that leaves for the issuer. */
export async function addSignIn(
  tx: Tx,
  now: Date,
  signIn: { state: string; browser: string; providerId: string; tokenId: string | null },
): Promise<void> {
  await tx
    .insertInto('organisation_sign_ins')
    .values({
      state_hash: hashOf(signIn.state),
      browser_hash: hashOf(signIn.browser),
      provider_id: signIn.providerId,
      token_id: signIn.tokenId,
      created_at: now,
    })
    .execute();
}

/**
 * Takes a sign-in that returns, once: it must have begun in this browser, for this provider, within ten minutes. Returns the id of
 * the mailed link it began with, if any; null for any other return.
 */
export async function takeSignIn(
  tx: Tx,
  now: Date,
  back: { state: string; browser: string; providerId: string },
): Promise<{ tokenId: string | null } | null> {
  const row = await tx
    .deleteFrom('organisation_sign_ins')
    .where('state_hash', '=', hashOf(back.state))
    .where('browser_hash', '=', hashOf(back.browser))
    .where('provider_id', '=', back.providerId)
    .returning(['token_id', 'created_at'])
    .executeTakeFirst();
  if (!row || now.getTime() - row.created_at.getTime() >= signInLife) return null;
  return { tokenId: row.token_id };
}

/** A member of staff who signs in at an organisation. */
export type Member = { id: string; role: Role; path: string[] };

/** Loads an active member of staff who signs in at an organisation, locked; null for any other person. */
export async function findMember(tx: Tx, userId: string): Promise<Member | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.id', 'permission_roles.role', 'providers.path'])
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .where('users.login_provider', '=', 'external')
    .where('permission_roles.role', '<>', 'user')
    .where('providers.archived', '=', false)
    .forUpdate('users')
    .executeTakeFirst();
  return row ?? null;
}

/** Who a person is at an issuer. */
export type Identity = { providerId: string; issuer: string; subject: string };

const matching = (tx: Tx, { providerId, issuer, subject }: Identity) =>
  tx
    .selectFrom('organisation_identities')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);

/** Returns the id of the person who is joined to a subject; null if there is none. */
export async function findJoined(tx: Tx, identity: Identity): Promise<string | null> {
  return (await matching(tx, identity).executeTakeFirst())?.user_id ?? null;
}

/** Whether a person is joined to any subject at the issuer of a connection. */
export async function isJoined(
  tx: Tx,
  userId: string,
  connection: { provider_id: string; issuer: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('organisation_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', connection.provider_id)
    .where('issuer', '=', connection.issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** Joins a person to a subject, in place of one at an earlier issuer. False if the subject is joined to another person. */
export async function join(tx: Tx, now: Date, userId: string, identity: Identity): Promise<boolean> {
  const { providerId: provider_id, issuer, subject } = identity;
  const values = { provider_id, issuer, subject, joined_at: now };
  // Two people may open their links in the same second while one subject is signed in at the issuer. This lock on the subject makes
  // the second request wait until the first has committed, so that it finds that identity below.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider_id} ${issuer} ${subject}`}, 50))`.execute(
    tx,
  );
  const joined = await findJoined(tx, identity);
  if (joined !== null && joined !== userId) return false;
  await tx
    .insertInto('organisation_identities')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return true;
}

export const refreshPlace = (sessionId: string) =>
  place('organisation_sessions', 'refresh_sealed', sessionId);

/**
 * Limits a new session to the time for which the sign-in at the issuer counts. With a refresh token the session is extended while
 * the issuer still knows the person.
 */
export async function limitSession(
  { tx, now, services }: { tx: Tx; now: Date; services: Pick<Services, 'keyring'> },
  session: { token: string; userId: string; providerId: string; refreshToken: string | null },
): Promise<void> {
  const started = tx.selectFrom('sessions').select(['id', 'absolute_expires_at']);
  const { id, absolute_expires_at } = await started
    .where('token_hash', '=', tokenHashOf(session.token))
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('sessions')
    .set({ absolute_expires_at: new Date(now.getTime() + confirmedFor) })
    .where('id', '=', id)
    .execute();
  if (session.refreshToken === null) return;
  await tx
    .insertInto('organisation_sessions')
    .values({
      session_id: id,
      user_id: session.userId,
      provider_id: session.providerId,
      refresh_sealed: services.keyring.seal(refreshPlace(id), session.refreshToken),
      ends_at: absolute_expires_at,
      due_at: new Date(now.getTime() + askAgainAfter),
    })
    .execute();
}
