import { can } from '../../../domain/access/access.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { fullName } from '../../../domain/names.ts';
import type { Event } from '../../../domain/events.ts';
import { recording } from '../../pipeline/audit/audit.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { Work } from '../../pipeline/work.ts';
import { endAllSessions, endSession, findStaffActor } from '../sessions/api.ts';
import {
  endImpersonation,
  endImpersonationSession,
  findImpersonationForChange,
  recordVisit,
} from './store.ts';

/**
 * Ends the session of a browser in which a person signs out, or signs in again. In a customer's account it ends the impersonation
 * and the staff member's own session behind it.
 */
export async function leaveSession(
  { tx, now, emit }: Pick<Work<unknown>, 'tx' | 'now' | 'emit'>,
  sessionId: string,
): Promise<void> {
  const acting = await findImpersonationForChange(tx, sessionId);
  if (!acting) return endSession(tx, sessionId);
  const id = await endImpersonation(tx, now, sessionId);
  if (id) emit('customer.left', { user_id: acting.customerId, visit_id: id });
  return endImpersonationSession(tx, acting, true);
}

/**
 * Signs a customer out everywhere, and ends the visits of staff in the account. Afterwards the session of a visit can only return
 * to the staff member's own session.
 */
export async function signOutEverywhere(
  { tx, now, emit }: Pick<Work<unknown>, 'tx' | 'now' | 'emit'>,
  customerId: string,
): Promise<void> {
  const visits = await tx
    .updateTable('sessions')
    .set({ absolute_expires_at: now })
    .where('user_id', '=', customerId)
    .where('acting_staff_id', 'is not', null)
    .where('absolute_expires_at', '>', now)
    .returning('id')
    .execute();
  for (const { id: sessionId } of visits) {
    const visit_id = await endImpersonation(tx, now, sessionId);
    if (visit_id) emit('customer.left', { user_id: customerId, visit_id });
  }
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', customerId)
    .where('acting_staff_id', 'is', null)
    .execute();
}

/**
 * Ends the visits of staff without further access to the accounts of these customers. Afterwards the session of a visit can only
 * return to the staff member's own session.
 */
export async function endVisitsWithoutAccess(
  { tx, now, services, emit }: Pick<Work<unknown>, 'tx' | 'now' | 'services' | 'emit'>,
  customers: readonly Subjects['customer'][],
): Promise<void> {
  if (customers.length === 0) return;
  const visits = await tx
    .selectFrom('sessions')
    .select(['id', 'user_id', 'acting_staff_id'])
    .where(
      'user_id',
      'in',
      customers.map(({ ownerId }) => ownerId),
    )
    .where('acting_staff_id', 'is not', null)
    .where('absolute_expires_at', '>', now)
    .execute();
  for (const { id: sessionId, user_id, acting_staff_id } of visits) {
    const customer = customers.find(({ ownerId }) => ownerId === user_id) ?? null;
    const staff = acting_staff_id && (await findStaffActor(tx, services.config, acting_staff_id));
    if (staff && can(staff, 'account.enterCustomer', customer) === 'allow') continue;
    await tx.updateTable('sessions').set({ absolute_expires_at: now }).where('id', '=', sessionId).execute();
    const visit_id = await endImpersonation(tx, now, sessionId);
    if (visit_id) emit('customer.left', { user_id, visit_id });
  }
}

/** Signs a member of staff out everywhere, including the customers' accounts that they are in: those visits end now. */
export async function signOutStaff(
  { tx, now, emit }: Pick<Work<unknown>, 'tx' | 'now' | 'emit'>,
  staffId: string,
): Promise<void> {
  const visits = await tx
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('acting_staff_id', '=', staffId)
    .execute();
  for (const { id: sessionId, user_id } of visits) {
    const visit_id = await endImpersonation(tx, now, sessionId);
    if (visit_id) emit('customer.left', { user_id, visit_id });
  }
  await tx.deleteFrom('sessions').where('acting_staff_id', '=', staffId).execute();
  await endAllSessions(tx, staffId);
}

export { endTogether } from './together/together-store.ts';

/** Returns an ended impersonation with names, for the mail about it. Null while it is open, and for an unknown one. */
export async function findEndedImpersonation(
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
  const staff = fullName(row) || null;
  return { staff, organisation: row.organisation, startedAt: row.startedAt, endedAt: row.endedAt };
}

/**
 * Closes impersonations that were left open: the time was over, or the session expired or was ended from elsewhere. Each leaves
 * the same records as one that was ended by its user. Several servers can run this at once. Returns the number of closed
 * impersonations.
 */
export async function closeEndedImpersonations(
  services: Pick<Services, 'db' | 'clock' | 'secrets' | 'eventsWaiting'>,
): Promise<number> {
  const now = services.clock();
  let closed = 0;
  for (;;) {
    const done = await services.db.transaction().execute(async (tx) => {
      const open = await tx
        .selectFrom('staff_visits')
        .leftJoin('sessions', 'sessions.id', 'staff_visits.session_id')
        .select([
          'staff_visits.id',
          'staff_visits.customer_id',
          'staff_visits.staff_id',
          'staff_visits.ends_at',
          'staff_visits.together',
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
      if (!open) return false;
      const { id, customer_id, staff_id, ends_at, together } = open;
      const at = ends_at < now ? ends_at : now;
      await tx.updateTable('staff_visits').set({ ended_at: at }).where('id', '=', id).execute();
      const facts = together ? ({ ended: true, together: true } as const) : ({ ended: true } as const);
      await recordVisit(tx, { customerId: customer_id, staffId: staff_id, at }, facts);
      const entry = {
        chain: customer_id,
        at: now,
        actor: { kind: 'system' },
        action: 'closeVisit',
        subjectId: customer_id,
        details: { visit: id, staff: staff_id, ...(together && { together: staff_id }) },
      } as const;
      const event: Event = { type: 'customer.left', payload: { user_id: customer_id, visit_id: id } };
      await recording(services.secrets, entry, { events: [event] }).execute(tx);
      return true;
    });
    if (!done) break;
    closed += 1;
  }
  if (closed > 0) services.eventsWaiting();
  return closed;
}
