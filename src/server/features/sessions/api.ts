import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { PersonActor, Role } from '../../../domain/access/actors.ts';
import { isConsentDue } from '../../../domain/accounts/consents/consents.ts';
import { consentVersions } from '../../pipeline/consents/consent-versions.ts';
import { deviceKey, deviceOf } from '../../../domain/accounts/sign-in/device.ts';
import { isSecondStepDue } from '../../../domain/accounts/sign-in/second-step.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../pipeline/context.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Idle and absolute lifetime of a session, in milliseconds (D-13). */
const limits = {
  customer: { idle: 12 * hour, absolute: 7 * 24 * hour },
  staff: { idle: 30 * minute, absolute: 12 * hour },
} as const;

/** Returns the idle and absolute lifetime of a session of this role, in milliseconds. */
export const limitsOf = (role: Role) => (role === 'user' ? limits.customer : limits.staff);

/** Idle lifetime of a staff session, their own or in a customer's account, in milliseconds. */
export const staffIdle = limits.staff.idle;

/** Returns the name of the session cookie. With TLS its prefix makes browsers refuse one set by another host or for a path. */
export function sessionCookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https://') ? '__Host-wattle' : 'wattle';
}

/** Returns the hash under which a token is stored. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Returns a token that cannot be guessed: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A session that has just started or got a new token. The token is only in the cookie and is stored nowhere else. */
export type StartedSession = { token: string; expiresAt: Date };

const attributesOf = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https://') }) as const;

/** Sets a session's cookie in the browser, in place of the current one. */
export function setSessionCookie(
  reply: FastifyReply,
  config: Pick<Config, 'publicUrl'>,
  { token, expiresAt }: StartedSession,
): void {
  reply.setCookie(sessionCookieName(config), token, { ...attributesOf(config), expires: expiresAt });
}

/** Removes the session cookie from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Pick<Config, 'publicUrl'>): void {
  reply.clearCookie(sessionCookieName(config), attributesOf(config));
}

/** Maximum number of simultaneous sessions of one person. A further one ends the session that was unused for longest. */
const mostSessions = 50;

/**
 * Starts a session for a person who proved their identity, and deletes the person's expired sessions. `secondStepAt` is the time
 * of their second step, if any.
 */
export async function startSession(
  tx: Tx,
  now: Date,
  person: { id: string; role: Role },
  userAgent: string | null,
  secondStepAt: Date | null = null,
): Promise<StartedSession> {
  const { idle, absolute } = limitsOf(person.role);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + absolute);
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', person.id)
    .where((where) =>
      where.or([where('idle_expires_at', '<=', now), where('absolute_expires_at', '<=', now)]),
    )
    .execute();
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${person.id} and acting_staff_id is null
      order by last_seen_at desc, id offset ${mostSessions - 1})`.execute(tx);
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHashOf(token),
      user_id: person.id,
      created_at: now,
      last_seen_at: now,
      idle_expires_at: new Date(now.getTime() + idle),
      absolute_expires_at: expiresAt,
      user_agent: userAgent,
      second_step_at: secondStepAt,
    })
    .execute();
  return { token, expiresAt };
}

/**
 * Gives a session a new token and invalidates the previous one. Called whenever the session's permissions change. Null if it is
 * gone.
 */
export async function rotateSession(tx: Tx, sessionId: string): Promise<StartedSession | null> {
  const token = newToken();
  const row = await tx
    .updateTable('sessions')
    .set({ token_hash: tokenHashOf(token) })
    .where('id', '=', sessionId)
    .returning('absolute_expires_at')
    .executeTakeFirst();
  return row ? { token, expiresAt: row.absolute_expires_at } : null;
}

/** Ends one session. No error if it is already gone. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/**
 * Ends every session of a person, optionally except one. Visits of staff in the person's account end too, and sessions of customers
 * with this person beside them (N-08).
 */
export async function endAllSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  let sessions = tx
    .deleteFrom('sessions')
    .where((either) =>
      either.or([
        either('user_id', '=', userId),
        either.and([either('acting_staff_id', '=', userId), either('together_visit_id', 'is not', null)]),
      ]),
    );
  if (exceptId) sessions = sessions.where('id', '<>', exceptId);
  await sessions.execute();
}

/**
 * Remembers the device of a sign-in. Returns the device's key if the device is new for the person, else null. The first device of
 * an account is not reported.
 */
export async function rememberDevice(
  tx: Tx,
  now: Date,
  userId: string,
  userAgent: string | null,
): Promise<string | null> {
  const device = deviceKey(deviceOf(userAgent));
  const known = await tx.selectFrom('known_devices').select('device').where('user_id', '=', userId).execute();
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device']).doUpdateSet({ last_seen_at: now }))
    .execute();
  return known.length > 0 && known.every((each) => each.device !== device) ? device : null;
}

/** Deletes the known devices of a person. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Whether a person needs no second step here: they have one, or sign in at their organisation, which asks for its own (D-50). */
const hasSecondStep = sql<boolean>`(users.second_step_on or users.login_provider = 'external')`.as(
  'second_step_on',
);

/** Returns a staff member for the access rules, with current values; null if they cannot be signed in at all. */
export async function findStaffActor(
  tx: Tx,
  config: Pick<Config, 'environment' | 'help' | 'company'>,
  id: string,
): Promise<PersonActor | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.provider_id',
      'users.permission_role_id',
      hasSecondStep,
      'users.eusa_read_version',
      'users.privacy_policy_read_version',
      'permission_roles.role',
      'permission_roles.can_manage_acp',
      'permission_roles.can_manage_all',
      'permission_roles.can_manage_user',
    ])
    .where('users.id', '=', id)
    .where('users.status', '=', 'active')
    .where((either) =>
      either.or([either('providers.id', 'is', null), either('providers.archived', '=', false)]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { role, provider_id, second_step_on, can_manage_acp, can_manage_all, can_manage_user } = row;
  return {
    kind: 'person',
    userId: id,
    role,
    providerId: provider_id,
    permissionRoleId: row.permission_role_id,
    flags: { can_manage_acp, can_manage_all, can_manage_user },
    actingStaffId: null,
    secondStepDue: isSecondStepDue(config, role, second_step_on),
    consentDue: isConsentDue(row, consentVersions(config)),
  };
}
