import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recording } from '../../pipeline/audit.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { Work } from '../../pipeline/work.ts';
import { endSession, newToken, staffIdle, tokenHashOf, type StartedSession } from '../sessions/sessions.ts';

/** How long a staff member may be in a customer's account, in milliseconds (D-14). */
const longest = 60 * 60_000;

const reasonPlace = (id: string) => ({ table: 'staff_visits', row: id, column: 'reason_sealed' });

const activityOf = (customerId: string, staffId: string | null, at: Date, ended: boolean) => ({
  template: 'LOGIN_AS_CUSTOMER',
  metadata: JSON.stringify(ended ? { ended: true } : {}),
  user_id: customerId,
  actor_id: staffId,
  created_at: at,
});

/** A visit that has begun. `session` goes into the browser in place of the staff member's own. */
export type Visit = { id: string; sessionId: string; session: StartedSession };

/**
 * Lets a staff member into a customer's account, for sixty minutes and no longer than their own session may live. That session
 * is put aside: nobody has a token for it until the staff member returns. Null when it is gone.
 */
export async function beginVisit(
  {
    tx,
    now,
    services,
    meta,
  }: { tx: Tx; now: Date; services: Pick<Services, 'keyring'>; meta: { userAgent: string | null } },
  own: { sessionId: string; staffId: string },
  customer: { id: string; reason: string },
): Promise<Visit | null> {
  const parked = await tx
    .updateTable('sessions')
    .set((row) => ({
      token_hash: tokenHashOf(newToken()),
      // It waits as long as it may live at all; how long it waits unused is counted by the session in its place.
      idle_expires_at: row.ref('absolute_expires_at'),
    }))
    .where('id', '=', own.sessionId)
    .where('user_id', '=', own.staffId)
    .where('acting_staff_id', 'is', null)
    .returning('absolute_expires_at')
    .executeTakeFirst();
  if (!parked) return null;
  const end = Math.min(now.getTime() + longest, parked.absolute_expires_at.getTime());
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
  await tx
    .insertInto('recent_activities')
    .values(activityOf(customer.id, own.staffId, now, false))
    .execute();
  // The cookie outlives the visit, so that the way back is open when the time is over.
  return { id, sessionId: session_id, session: { token, expiresAt: parked.absolute_expires_at } };
}

/**
 * Ends the visit of a session, if it is still open, and gives its id. The session itself is the caller's to end.
 */
export async function endVisit(tx: Tx, now: Date, sessionId: string): Promise<string | null> {
  const visit = await tx
    .updateTable('staff_visits')
    .set({ ended_at: sql<Date>`least(${now}::timestamptz, ends_at)` })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['id', 'customer_id', 'staff_id', 'ended_at'])
    .executeTakeFirst();
  if (!visit) return null;
  const at = visit.ended_at ?? now;
  await tx
    .insertInto('recent_activities')
    .values(activityOf(visit.customer_id, visit.staff_id, at, true))
    .execute();
  return visit.id;
}

/** A staff member's session in a customer's account, in whatever state, and the one they came from. */
export type ActingSession = {
  id: string;
  customerId: string;
  staffId: string;
  staffSessionId: string | null;
  idleExpiresAt: Date;
};

const actingSessions = (tx: Tx) =>
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

/** The session of a token, also when its time is over: then it still shows the way back. Null for any other token. */
export async function findActingByToken(tx: Tx, token: string): Promise<ActingSession | null> {
  if (token === '' || token.length > 100) return null;
  return (await actingSessions(tx).where('token_hash', '=', tokenHashOf(token)).executeTakeFirst()) ?? null;
}

/** The same by id, locked until the transaction ends. */
export async function findActingForChange(tx: Tx, sessionId: string): Promise<ActingSession | null> {
  return (await actingSessions(tx).where('id', '=', sessionId).forUpdate().executeTakeFirst()) ?? null;
}

/**
 * Takes up the staff member's own session where it was left, with a new token, and ends the one in the customer's account.
 * Null, with both ended, when it may not go on: it is gone or ran out, or nobody has done anything for too long.
 */
export async function takeUpOwnSession(
  tx: Tx,
  now: Date,
  acting: ActingSession,
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
  await endActing(tx, acting, own === undefined);
  return own ? { token, expiresAt: own.absolute_expires_at } : null;
}

/** Ends the session in the customer's account, and the staff member's own where that is to end too. */
export async function endActing(tx: Tx, acting: ActingSession, ownToo: boolean): Promise<void> {
  const ids = [acting.id, ...(ownToo && acting.staffSessionId !== null ? [acting.staffSessionId] : [])];
  await tx.deleteFrom('sessions').where('id', 'in', ids).execute();
}

/**
 * Ends the session of a browser that somebody signs out of, or in again with. In a customer's account that is the end of the visit,
 * and of the staff member's own session behind it.
 */
export async function leaveSession(
  { tx, now, emit }: Pick<Work<unknown, null>, 'tx' | 'now' | 'emit'>,
  sessionId: string,
): Promise<void> {
  const acting = await findActingForChange(tx, sessionId);
  if (!acting) return endSession(tx, sessionId);
  const visit = await endVisit(tx, now, sessionId);
  if (visit) emit('customer.left', { user_id: acting.customerId, visit_id: visit });
  return endActing(tx, acting, true);
}

/** A visit that is over, by names, for the mail about it. Null while it is open, and for an unknown one. */
export async function findVisit(
  tx: Tx,
  id: string,
): Promise<{ staff: string | null; organisation: string | null; startedAt: Date; endedAt: Date } | null> {
  const row = await tx
    .selectFrom('staff_visits')
    .leftJoin('users as staff', 'staff.id', 'staff_visits.staff_id')
    .leftJoin('providers', 'providers.id', 'staff.provider_id')
    .select(['staff.first_name', 'staff.last_name', 'providers.name as organisation'])
    .select(['staff_visits.started_at as startedAt', 'staff_visits.ended_at as endedAt'])
    .where('staff_visits.id', '=', id)
    .executeTakeFirst();
  if (!row || row.endedAt === null) return null;
  const staff = [row.first_name, row.last_name].filter(Boolean).join(' ').trim() || null;
  return { staff, organisation: row.organisation, startedAt: row.startedAt, endedAt: row.endedAt };
}

/**
 * Closes the visits that nobody closed: the time was over, the session ran out or was ended from elsewhere. Each leaves the same
 * trace as one that was left. Several servers may do this at once. Gives how many it closed.
 */
export async function closeEndedVisits(
  services: Pick<Services, 'db' | 'clock' | 'secrets' | 'eventsWaiting'>,
): Promise<number> {
  const now = services.clock();
  let closed = 0;
  for (;;) {
    const done = await services.db.transaction().execute(async (tx) => {
      const visit = await tx
        .selectFrom('staff_visits')
        .leftJoin('sessions', 'sessions.id', 'staff_visits.session_id')
        .select([
          'staff_visits.id',
          'staff_visits.customer_id',
          'staff_visits.staff_id',
          'staff_visits.ends_at',
        ])
        .where('staff_visits.ended_at', 'is', null)
        .where((either) =>
          either.or([
            either('staff_visits.ends_at', '<=', now),
            either('sessions.id', 'is', null),
            either('sessions.idle_expires_at', '<=', now),
          ]),
        )
        .orderBy('staff_visits.ends_at')
        .limit(1)
        .forUpdate('staff_visits')
        .skipLocked()
        .executeTakeFirst();
      if (!visit) return false;
      const { id, customer_id, staff_id, ends_at } = visit;
      const at = ends_at < now ? ends_at : now;
      await tx.updateTable('staff_visits').set({ ended_at: at }).where('id', '=', id).execute();
      await tx
        .insertInto('recent_activities')
        .values(activityOf(customer_id, staff_id, at, true))
        .execute();
      const entry = {
        chain: customer_id,
        at: now,
        actor: { kind: 'system' },
        action: 'closeVisit',
        subjectId: customer_id,
        details: { visit: id, staff: staff_id },
      } as const;
      const event = { type: 'customer.left', payload: { user_id: customer_id, visit_id: id } };
      await recording(services.secrets, entry, { events: [event] }).execute(tx);
      return true;
    });
    if (!done) break;
    closed += 1;
  }
  if (closed > 0) services.eventsWaiting();
  return closed;
}
