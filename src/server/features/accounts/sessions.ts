import { createHash, randomBytes } from 'node:crypto';
import type { Actor, Role } from '../../../domain/access.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { Services, Tx } from '../../context.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a session lives unused, and at most, in milliseconds (D-13). */
const limits = {
  customer: { idle: 12 * hour, absolute: 7 * 24 * hour },
  staff: { idle: 30 * minute, absolute: 12 * hour },
} as const;

const limitsOf = (role: Role) => (role === 'user' ? limits.customer : limits.staff);

/** The name of the session cookie. With TLS its prefix makes browsers refuse one set by another host or for a path. */
export function sessionCookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl.startsWith('https://') ? '__Host-wattle' : 'wattle';
}

const hashOf = (token: string) => createHash('sha256').update(token, 'utf8').digest();

/** Who asks. Without a living session a visitor, who has chosen no language. */
export type Session = { actor: Actor; sessionId: string | null; language: Language | null };

const visitor: Session = { actor: { kind: 'visitor' }, sessionId: null, language: null };

/**
 * Finds the person of a session token in one query, as the database knows them at this moment: a suspension, a changed
 * role or an archived provider counts from the next request on. Pushes the idle limit on, at most once a minute.
 */
export async function actorOf(
  services: Pick<Services, 'db' | 'clock'>,
  token: string | null,
): Promise<Session> {
  if (!token || token.length > 100) return visitor;
  const row = await services.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('users as staff', 'staff.id', 'sessions.acting_staff_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.acting_staff_id',
      'sessions.last_seen_at',
      'sessions.idle_expires_at',
      'sessions.absolute_expires_at',
      'users.status',
      'users.language',
      'users.provider_id',
      'permission_roles.role',
      'permission_roles.can_manage_acp',
      'permission_roles.can_manage_all',
      'permission_roles.can_manage_user',
      'providers.archived as provider_archived',
      'staff.status as staff_status',
    ])
    .where('sessions.token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row || row.status !== 'active') return visitor;
  if (row.acting_staff_id !== null && row.staff_status !== 'active') return visitor;
  if (row.role !== 'user' && row.provider_archived) return visitor;
  const now = services.clock();
  if (now >= row.idle_expires_at || now >= row.absolute_expires_at) return visitor;
  if (now.getTime() - row.last_seen_at.getTime() >= minute) pushOn(services, row, now);
  const { can_manage_acp, can_manage_all, can_manage_user } = row;
  return {
    actor: {
      kind: 'person',
      userId: row.user_id,
      role: row.role,
      providerId: row.provider_id,
      flags: { can_manage_acp, can_manage_all, can_manage_user },
      actingStaffId: row.acting_staff_id,
      secondStepDue: false,
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

/** A session that has just begun. The token goes into the cookie and is kept nowhere else. */
export type StartedSession = { token: string; expiresAt: Date };

/** Begins a session for somebody who proved who they are, and drops the person's sessions that ran out. */
export async function startSession(
  tx: Tx,
  now: Date,
  person: { id: string; role: Role },
  userAgent: string | null,
): Promise<StartedSession> {
  const { idle, absolute } = limitsOf(person.role);
  const token = randomBytes(32).toString('base64url');
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
      token_hash: hashOf(token),
      user_id: person.id,
      created_at: now,
      last_seen_at: now,
      idle_expires_at: new Date(now.getTime() + idle),
      absolute_expires_at: expiresAt,
      user_agent: userAgent,
    })
    .execute();
  return { token, expiresAt };
}

/** Ends one session. One that is gone already is fine. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends every session of a person, but for one that may stay. */
export async function endAllSessions(tx: Tx, userId: string, exceptId?: string): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId) sessions = sessions.where('id', '<>', exceptId);
  await sessions.execute();
}
