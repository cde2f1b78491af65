import { randomUUID } from 'node:crypto';
import { fullName } from '../../../../domain/names.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { Work } from '../../../pipeline/work.ts';
import { newToken, staffIdle, tokenHashOf, type StartedSession } from '../../sessions/api.ts';
import {
  endImpersonation,
  lockOwnSession,
  nameOf,
  reasonPlace,
  recordVisit,
  type OwnSession,
} from '../store.ts';

/** Maximum duration of a session together, in milliseconds. It ends after thirty minutes without use. */
const longest = 2 * 60 * 60_000;

type Starting = {
  tx: Tx;
  now: Date;
  services: Pick<Services, 'keyring'>;
  meta: { userAgent: string | null };
};

/**
 * Starts a session of a customer with a staff member beside them, for two hours and no longer than the lifetime of the staff
 * member's own session. That session ends: nothing in this browser leads back to it. Null if it is gone or in an account.
 */
export async function startTogether(
  { tx, now, services, meta }: Starting,
  own: OwnSession,
  customer: { id: string; placeId: string | null; reason: string },
): Promise<{ visitId: string; session: StartedSession } | null> {
  const ownExpiry = await endOwnSession(tx, own);
  if (!ownExpiry) return null;
  const endsAt = new Date(Math.min(now.getTime() + longest, ownExpiry.getTime()));
  const token = newToken();
  const id = randomUUID();
  const { id: session_id } = await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHashOf(token),
      user_id: customer.id,
      acting_staff_id: own.staffId,
      together_visit_id: id,
      created_at: now,
      last_seen_at: now,
      idle_expires_at: new Date(now.getTime() + staffIdle),
      absolute_expires_at: endsAt,
      user_agent: meta.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
      together: true,
      place_id: customer.placeId,
    })
    .execute();
  await recordVisit(tx, { customerId: customer.id, staffId: own.staffId, at: now }, { together: true });
  return { visitId: id, session: { token, expiresAt: endsAt } };
}

/** Ends a staff member's own session, and returns when it would have expired; null if it is gone or in an account. */
async function endOwnSession(tx: Tx, own: OwnSession): Promise<Date | null> {
  if (!(await lockOwnSession(tx, own))) return null;
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', own.sessionId)
    .where('user_id', '=', own.staffId)
    .where('acting_staff_id', 'is', null)
    .returning('absolute_expires_at')
    .executeTakeFirst();
  return ended?.absolute_expires_at ?? null;
}

/** Ends the sessions of a customer with staff beside them: the customer signs in, or begins together again. */
export async function endTogether(
  { tx, now, emit }: Pick<Work<unknown>, 'tx' | 'now' | 'emit'>,
  customerId: string,
): Promise<void> {
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', customerId)
    .where('together_visit_id', 'is not', null)
    .forUpdate()
    .execute();
  for (const { id } of open) {
    const visit_id = await endImpersonation(tx, now, id);
    if (visit_id) emit('customer.left', { user_id: customerId, visit_id });
    await tx.deleteFrom('sessions').where('id', '=', id).execute();
  }
}

/** Whether a customer is to be deleted on a fixed day. */
export async function isToBeDeleted(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .where('delete_on', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who is beside the person, where they work, and where the person lives. For the bar on every page. */
export type CurrentTogether = {
  staff_name: string;
  organisation: string | null;
  place: string | null;
  customer_name: string;
};

/** Returns the names of a visit in which staff are beside the person; null if the staff account is gone. */
export async function findCurrentTogether(tx: Tx, visitId: string): Promise<CurrentTogether | null> {
  const row = await tx
    .selectFrom('staff_visits')
    .innerJoin('users as staff', 'staff.id', 'staff_visits.staff_id')
    .innerJoin('users as customer', 'customer.id', 'staff_visits.customer_id')
    .leftJoin('providers as organisation', 'organisation.id', 'staff.provider_id')
    .leftJoin('providers as place', 'place.id', 'staff_visits.place_id')
    .select(['staff.first_name', 'staff.last_name', 'staff.email'])
    .select(['customer.first_name as customer_first', 'customer.last_name as customer_last'])
    .select(['organisation.name as organisation', 'place.name as place'])
    .where('staff_visits.id', '=', visitId)
    .executeTakeFirst();
  if (!row) return null;
  const { organisation, place } = row;
  const customer = { first_name: row.customer_first, last_name: row.customer_last };
  return { staff_name: nameOf(row), organisation, place, customer_name: fullName(customer) };
}
