import { melbourneDate } from '../../../../../domain/fields.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import type { Customer } from '../../../../pipeline/subjects.ts';
import type { Work } from '../../../../pipeline/work.ts';

/** Returns the id of the calling staff member. @throws AppError `unauthenticated` if the caller is not a person */
export function staffIdOf({ actor }: Pick<Work<unknown>, 'actor'>): string {
  if (actor.kind !== 'person') throw new AppError('unauthenticated');
  return actor.userId;
}

/**
 * Notifies a customer that a staff member read the plan, and adds it to the recent activities: once a day (in Melbourne) for each
 * staff member. Every reading is recorded in the audit trail, and so in the list of openings. The caller's transaction has the
 * customer's row locked, so that only one of two simultaneous readings notifies.
 */
export async function notifyOfReading(
  work: Pick<Work<unknown, Customer>, 'tx' | 'now' | 'actor' | 'emit' | 'subject'>,
): Promise<void> {
  const { tx, now, emit, subject } = work;
  const staffId = staffIdOf(work);
  const userId = subject.ownerId;
  const last = await tx
    .selectFrom('recent_activities')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('template', '=', 'PLAN_OPENED')
    .where('actor_id', '=', staffId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && melbourneDate(last.created_at) >= melbourneDate(now)) return;
  await recordActivity(tx, { template: 'PLAN_OPENED', userId, actorId: staffId, at: now }, {});
  emit('customer.plan-read', { user_id: userId, staff_id: staffId });
}
