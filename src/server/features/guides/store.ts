import { sql } from 'kysely';
import type { Guide, GuidePlan } from '../../../domain/guides.ts';
import type { Tx } from '../../pipeline/context.ts';

const columnOf = { record: 'health_record_confirm_date', donor: 'donor_confirm_date' } as const;

/** Returns the confirmation date of a guide, in a locked row, and the plan in force. */
export async function findGuideForChange(
  tx: Tx,
  userId: string,
  guide: Guide,
): Promise<{ confirmed: Date | null; plan: GuidePlan | null }> {
  const row = await tx
    .selectFrom('users')
    .select(`${columnOf[guide]} as confirmed`)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const plan = await tx
    .selectFrom('acps')
    .select(['status', 'external'])
    // An upload or confirmation before the restore of a version concerns another version.
    .select(sql<Date>`greatest(updated_at, restored_at)`.as('updated_at'))
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .executeTakeFirst();
  return { confirmed: row.confirmed, plan: plan ?? null };
}

/** Stores the date of a guide, or removes it with null. */
export async function keepConfirmDate(
  tx: Tx,
  userId: string,
  guide: Guide,
  confirmed: Date | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [columnOf[guide]]: confirmed, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
