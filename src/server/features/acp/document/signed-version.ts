import { sql } from 'kysely';
import { melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import * as store from '../store.ts';
import type { Acp } from '../store.ts';
import { findVersion as findEarlier } from '../versions/versions-store.ts';

/** Returns a signed version of a plan, the one in force by default; null while nothing is signed. */
export async function findSignedVersion(
  tx: Tx,
  services: Services,
  userId: string,
  version: number | null,
): Promise<Acp | null> {
  const active = await store.findActiveOf(tx, services, userId);
  if (active?.status !== 'complete') return null;
  if (version === null || active.plan_version === version) return active;
  return findEarlier(tx, services, userId, version);
}

/** Returns the version that replaced a signed version, and when; null for the one in force (D-41). */
export async function findSuccessor(tx: Tx, acp: Acp): Promise<{ by: number; on: IsoDate } | null> {
  if (acp.type === 'active') return null;
  const next = await tx
    .selectFrom('acps')
    // A restored version is older than the one it replaced.
    .select(['plan_version', sql<Date>`coalesce(restored_at, updated_at)`.as('since')])
    .where('user_id', '=', acp.user_id)
    .where('status', '=', 'complete')
    .where('plan_version', '>', acp.plan_version)
    .orderBy('plan_version')
    .limit(1)
    .executeTakeFirst();
  return next ? { by: next.plan_version, on: melbourneDate(next.since) } : null;
}

/** Whether a person's record is archived because another record of the same person is kept (N-13). */
export async function isOfArchivedRecord(tx: Tx, userId: string): Promise<boolean> {
  const { is_duplicate } = await tx
    .selectFrom('users')
    .select(isDuplicateRecord('users.id').as('is_duplicate'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return is_duplicate;
}

/** Returns when a version was signed, and last changed if that was later. */
export function daysOf(acp: Acp): { signedOn: IsoDate; changedOn?: IsoDate } {
  const { signed, changed } = signedDays(acp);
  return { signedOn: signed, ...(changed && { changedOn: changed }) };
}
