import type { Activities } from '../../../domain/activities.ts';
import { fullName } from '../../../domain/names.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { newToken, staffIdle, tokenHashOf, type StartedSession } from '../sessions/api.ts';

/** Maximum duration of a staff member's visit in a customer's account, in milliseconds (D-14). */
const longest = 60 * 60_000;

/** Place of the sealed reason of a visit. */
export const reasonPlace = (id: string) => place('staff_visits', 'reason_sealed', id);

type Visit = { customerId: string; staffId: string | null; at: Date };

/** Records the start or the end in the customer's recent activities. */
export const recordVisit = (
  tx: Tx,
  { customerId, staffId, at }: Visit,
  facts: Activities['LOGIN_AS_CUSTOMER'],
) => recordActivity(tx, { template: 'LOGIN_AS_CUSTOMER', userId: customerId, actorId: staffId, at }, facts);

/** An impersonation that has started. `session` replaces the staff member's own in the browser. */
export type Impersonation = { id: string; sessionId: string; session: StartedSession };

export type OwnSession = { sessionId: string; staffId: string };

/**
 * Starts a visit of a staff member in a customer's account, for sixty minutes and no longer than the lifetime of their own
 * session. That session is suspended: no token opens it until the staff member returns. Null if it is gone, or is already in an
 * account.
 */
export async function startImpersonation(
  {
    tx,
    now,
    services,
    meta,
  }: { tx: Tx; now: Date; services: Pick<Services, 'keyring'>; meta: { userAgent: string | null } },
  own: OwnSession,
  customer: { id: string; reason: string },
): Promise<Impersonation | null> {
  const ownExpiry = await suspendOwnSession(tx, own);
  if (!ownExpiry) return null;
  const end = Math.min(now.getTime() + longest, ownExpiry.getTime());
  const endsAt = new Date(end);
  const token = newToken();
  const { id: session_id } = await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHashOf(token),
      user_id: customer.id,
      acting_staff_id: own.staffId,
      staff_session_id: own.sessionId,
      created_at: now,
      last_seen_at: now,
      idle_expires_at: new Date(now.getTime() + staffIdle),
      absolute_expires_at: endsAt,
      user_agent: meta.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  await tx
    .insertInto('staff_visits')
    .values({
      id,
      staff_id: own.staffId,
      customer_id: customer.id,
      session_id,
      reason_sealed: services.keyring.seal(reasonPlace(id), customer.reason),
      started_at: now,
      ends_at: endsAt,
      ended_at: null,
    })
    .execute();
  await recordVisit(tx, { customerId: customer.id, staffId: own.staffId, at: now }, {});
  // The cookie lives longer than the impersonation, so that returning is possible when the time is over.
  return { id, sessionId: session_id, session: { token, expiresAt: ownExpiry } };
}

/** Locks a staff member's own session. Returns whether it is in no account. */
export async function lockOwnSession(tx: Tx, own: OwnSession): Promise<boolean> {
  // Locked first and read in a separate statement, so that the second of several simultaneous calls sees the first one's changes.
  await tx.selectFrom('sessions').select('id').where('id', '=', own.sessionId).forUpdate().execute();
  const elsewhere = await tx
    .selectFrom('sessions')
    .select('id')
    .where('staff_session_id', '=', own.sessionId)
    .where('acting_staff_id', 'is not', null)
    .executeTakeFirst();
  return elsewhere === undefined;
}

/** Suspends a staff member's own session, and returns when it expires; null if it is gone or already in an account. */
async function suspendOwnSession(tx: Tx, own: OwnSession): Promise<Date | null> {
  if (!(await lockOwnSession(tx, own))) return null;
  const suspended = await tx
    .updateTable('sessions')
    .set((row) => ({
      token_hash: tokenHashOf(newToken()),
      // The suspended session ends only at its absolute expiry: idle time is counted by the session in the customer's account.
      idle_expires_at: row.ref('absolute_expires_at'),
    }))
    .where('id', '=', own.sessionId)
    .where('user_id', '=', own.staffId)
    .where('acting_staff_id', 'is', null)
    .returning('absolute_expires_at')
    .executeTakeFirst();
  return suspended?.absolute_expires_at ?? null;
}

/** Ends the impersonation of a session, if it is still open, and returns its id. The caller must end the session itself. */
export async function endImpersonation(tx: Tx, now: Date, sessionId: string): Promise<string | null> {
  const ended = await tx
    .updateTable('staff_visits')
    .set({ ended_at: sql<Date>`least(${now}::timestamptz, ends_at)` })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['id', 'customer_id', 'staff_id', 'ended_at', 'together'])
    .executeTakeFirst();
  if (!ended) return null;
  const at = ended.ended_at ?? now;
  const facts = ended.together ? ({ ended: true, together: true } as const) : ({ ended: true } as const);
  await recordVisit(tx, { customerId: ended.customer_id, staffId: ended.staff_id, at }, facts);
  return ended.id;
}

/** A staff member's session in a customer's account, in every state, and their own session. */
export type ImpersonationSession = {
  id: string;
  customerId: string;
  staffId: string;
  staffSessionId: string | null;
  idleExpiresAt: Date;
};

const impersonationSessions = (tx: Tx) =>
  tx
    .selectFrom('sessions')
    .select([
      'id',
      'user_id as customerId',
      'acting_staff_id as staffId',
      'staff_session_id as staffSessionId',
      'idle_expires_at as idleExpiresAt',
    ])
    .where('acting_staff_id', 'is not', null)
    .$narrowType<{ staffId: string }>();

/**
 * Returns the session of a token, also after its expiry: then it can still be used to return. Null for any other token, also of a
 * session with staff beside the person, which leads nowhere (N-08).
 */
export async function findImpersonationByToken(tx: Tx, token: string): Promise<ImpersonationSession | null> {
  if (token === '' || token.length > 100) return null;
  return (
    (await impersonationSessions(tx)
      .where('token_hash', '=', tokenHashOf(token))
      .where('together_visit_id', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

/** Returns the session by id, locked until the transaction ends. */
export async function findImpersonationForChange(
  tx: Tx,
  sessionId: string,
): Promise<ImpersonationSession | null> {
  return (await impersonationSessions(tx).where('id', '=', sessionId).forUpdate().executeTakeFirst()) ?? null;
}

/**
 * Resumes the staff member's own session with a new token, and ends the one in the customer's account. Null, with both ended, if
 * it cannot continue: it is gone or expired, or was idle for too long.
 */
export async function resumeOwnSession(
  tx: Tx,
  now: Date,
  acting: ImpersonationSession,
): Promise<StartedSession | null> {
  const token = newToken();
  const idle = now < acting.idleExpiresAt;
  const own =
    idle && acting.staffSessionId !== null
      ? await tx
          .updateTable('sessions')
          .set({
            token_hash: tokenHashOf(token),
            last_seen_at: now,
            idle_expires_at: new Date(now.getTime() + staffIdle),
          })
          .where('id', '=', acting.staffSessionId)
          .where('user_id', '=', acting.staffId)
          .where('absolute_expires_at', '>', now)
          .returning('absolute_expires_at')
          .executeTakeFirst()
      : undefined;
  await endImpersonationSession(tx, acting, own === undefined);
  return own ? { token, expiresAt: own.absolute_expires_at } : null;
}

/** Ends the session in the customer's account, and optionally the staff member's own. */
export async function endImpersonationSession(
  tx: Tx,
  acting: ImpersonationSession,
  ownToo: boolean,
): Promise<void> {
  const ids = [acting.id, ...(ownToo && acting.staffSessionId !== null ? [acting.staffSessionId] : [])];
  await tx.deleteFrom('sessions').where('id', 'in', ids).execute();
}

/** The staff member, the account and the end of the visit. For the banner on every page. */
export type CurrentImpersonation = {
  staff_name: string;
  customer_id: string;
  customer_name: string;
  ends_at: Date;
};

type Names = { first_name: string | null; last_name: string | null; email: string };

/** Returns a person's name, or the address if there is no name. */
export const nameOf = (person: Names): string => fullName(person) || person.email;

/** Returns the visit of a session in a customer's account; null for a person's own session. */
export async function findCurrentImpersonation(
  tx: Tx,
  sessionId: string,
): Promise<CurrentImpersonation | null> {
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('users as staff', 'staff.id', 'sessions.acting_staff_id')
    .innerJoin('users as customer', 'customer.id', 'sessions.user_id')
    .select([
      'sessions.absolute_expires_at as ends_at',
      'staff.first_name as staff_first',
      'staff.last_name as staff_last',
      'staff.email as staff_email',
      'customer.id as customer_id',
      'customer.first_name',
      'customer.last_name',
      'customer.email',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const { ends_at, customer_id } = row;
  const staff = { first_name: row.staff_first, last_name: row.staff_last, email: row.staff_email };
  return { staff_name: nameOf(staff), customer_id, customer_name: nameOf(row), ends_at };
}
