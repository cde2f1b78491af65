import { sql } from 'kysely';
import { melbourneDate } from '../../../domain/fields.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import type { Work } from '../../pipeline/work.ts';
import { systemOf, type ResidentSubject } from './resident.ts';
import { getSystemNames } from './store.ts';

/**
 * Adds to a person's recent activities that a clinical system read the plan: once a day (in Melbourne) for each system, because such a
 * system reads every night. Each reading is in the audit trail. The caller's transaction has the person's row locked, so that only one
 * of two simultaneous readings adds it.
 */
export async function recordSystemReading(
  work: Pick<Work<unknown, ResidentSubject>, 'tx' | 'now' | 'actor' | 'subject'>,
): Promise<void> {
  const { tx, now, subject } = work;
  const { clientId } = systemOf(work);
  const userId = subject.ownerId;
  const last = await tx
    .selectFrom('recent_activities')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('template', '=', 'PLAN_READ_BY_SYSTEM')
    .where(sql<boolean>`metadata->>'client' = ${clientId}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && melbourneDate(last.created_at) >= melbourneDate(now)) return;
  const { system, provider } = await getSystemNames(tx, clientId);
  const activity = { template: 'PLAN_READ_BY_SYSTEM', userId, actorId: null, at: now } as const;
  await recordActivity(tx, activity, { client: clientId, system, organisation: provider });
}
