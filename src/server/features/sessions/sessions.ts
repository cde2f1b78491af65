import { createHash, randomBytes } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Actor, Role } from '../../../domain/access/access.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { mayStillAct } from '../impersonation/impersonation.ts';
import { isConsentDue } from '../privacy/consents.ts';
import { isSecondStepDue } from '../second-step/due.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a session lives unused, and at most, in milliseconds (D-13). */
const limits = {
  customer: { idle: 12 * hour, absolute: 7 * 24 * hour },
  staff: { idle: 30 * minute, absolute: 12 * hour },
} as const;

const limitsOf = (role: Role) => (role === 'user' ? limits.customer : limits.staff);

/** How long a session of staff lives unused, their own or in a customer's account, in milliseconds. */
export const staffIdle = limits.staff.idle;

/** The name of the session cookie. With TLS its prefix makes browsers refuse one set by another host or for a path. */
export function sessionCookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https://') ? '__Host-wattle' : 'wattle';
}

/** Under what a token is kept. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** A token that nobody can guess: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Who asks. Without a living session a visitor, who has chosen no language. */
export type Session = { actor: Actor; sessionId: string | null; language: Language | null };

/** What finding somebody needs: `config` says whether staff must have a second step here (D-12). */
export type Finding = Pick<Services, 'db' | 'clock'> & { config: Pick<Config, 'environment'> };

type SessionRow = {
  id: string;
  user_id: string;
  acting_staff_id: string | null;
  last_seen_at: Date;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  status: string;
  language: Language;
  provider_id: string | null;
  second_step_on: boolean;
  eusa_read_version: string | null;
  privacy_policy_read_version: string | null;
  role: Role;
  can_manage_acp: boolean;
  can_manage_all: boolean;
  can_manage_user: boolean;
  provider_archived: boolean | null;
};

// One text, put together once: every request asks this, and the query builder would take as long as the database.
const findSession = `
  select s.id, s.user_id, s.acting_staff_id, s.last_seen_at, s.idle_expires_at, s.absolute_expires_at,
    u.status, u.language, u.provider_id, u.second_step_on,
    u.eusa_read_version, u.privacy_policy_read_version,
    r.role, r.can_manage_acp, r.can_manage_all, r.can_manage_user, p.archived as provider_archived
  from sessions s
  join users u on u.id = s.user_id
  join permission_roles r on r.id = u.permission_role_id
  left join providers p on p.id = u.provider_id
  where s.token_hash = $1`;

/** Nobody is signed in. */
export const visitor: Session = { actor: { kind: 'visitor' }, sessionId: null, language: null };

/**
 * Finds the person of a session token, as the database knows them at this moment: a suspension, a changed role or an
 * archived provider counts from the next request on. One query; a second one for staff in a customer's account, whose right
 * to be there is asked for again each time. Pushes the idle limit on, at most once a minute, unless nobody was at the page
 * when it asked (`unattended`).
 */
export async function actorOf(
  services: Finding,
  token: string | null,
  { unattended = false }: { unattended?: boolean } = {},
): Promise<Session> {
  if (!token || token.length > 100) return visitor;
  const { rows } = await services.db.executeQuery<SessionRow>(
    CompiledQuery.raw(findSession, [tokenHashOf(token)]),
  );
  const row = rows[0];
  if (!row || row.status !== 'active') return visitor;
  if (row.role !== 'user' && row.provider_archived) return visitor;
  const now = services.clock();
  if (now >= row.idle_expires_at || now >= row.absolute_expires_at) return visitor;
  const { acting_staff_id: staffId, user_id: userId } = row;
  if (staffId !== null && !(await mayStillAct(services, staffId, userId))) return visitor;
  if (!unattended && now.getTime() - row.last_seen_at.getTime() >= minute) pushOn(services, row, now);
  const { can_manage_acp, can_manage_all, can_manage_user } = row;
  return {
    actor: {
      kind: 'person',
      userId,
      role: row.role,
      providerId: row.provider_id,
      flags: { can_manage_acp, can_manage_all, can_manage_user },
      actingStaffId: staffId,
      secondStepDue: isSecondStepDue(services.config, row.role, row.second_step_on),
      // Staff in an account answer for nobody but themselves, which `mayStillAct` asked for.
      consentDue: staffId === null && isConsentDue(row),
    },
    sessionId: row.id,
    language: row.language,
  };
}

/** Nobody waits for this, and a request does not fail because of it: the next one pushes again. */
function pushOn(
  { db }: Pick<Services, 'db'>,
  session: { id: string; role: Role; acting_staff_id: string | null; last_seen_at: Date },
  now: Date,
): void {
  const { idle } = session.acting_staff_id === null ? limitsOf(session.role) : limits.staff;
  db.updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: new Date(now.getTime() + idle) })
    .where('id', '=', session.id)
    .where('last_seen_at', '=', session.last_seen_at)
    .execute()
    .catch(() => {});
}

/** A session that has just begun or got a new token. The token goes into the cookie and is kept nowhere else. */
export type StartedSession = { token: string; expiresAt: Date };

/**
 * Begins a session for somebody who proved who they are, and drops the person's sessions that ran out. `secondStepAt` is when
 * they showed their second step, if they did.
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
 * Gives a session a new token: the one before is worth nothing from now on. For whenever what the session may do changes.
 * Null when it is gone.
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

/** Ends one session. One that is gone already is fine. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends every session of a person, but for one that may stay. Staff who are in the person's account are out of it. */
export async function endAllSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId) sessions = sessions.where('id', '<>', exceptId);
  await sessions.execute();
}
