import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';

/** One file that is shared with one contact (ENT-22). */
export type SharedFile = {
  id: string;
  user_id: string;
  file_id: string;
  shared_with: string;
  shared_at: Date;
};

/**
 * Loads the chosen files of a contact that are in use. Excludes the signed plan, which is shared by `plan_shared`, always in its
 * latest version.
 */
export function findSharedFiles(tx: Tx, contactId: string): Promise<SharedFile[]> {
  return tx
    .selectFrom('shared_files')
    .innerJoin('files', 'files.id', 'shared_files.file_id')
    .select([
      'shared_files.id',
      'shared_files.user_id',
      'shared_files.file_id',
      'shared_files.shared_with',
      'shared_files.shared_at',
    ])
    .where('shared_files.shared_with', '=', contactId)
    .where('files.is_active', '=', true)
    .where('files.is_questionnaire', '=', false)
    .orderBy('shared_files.file_id')
    .execute();
}

/** Returns the ids of the chosen files of all contacts of one person. */
export async function findSharedIds(tx: Tx, userId: string): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ shared_with: string; ids: string[] }>`
    select s.shared_with, array_agg(s.file_id::text order by s.file_id) as ids
    from shared_files s join files f on f.id = s.file_id and f.is_active and not f.is_questionnaire
    where s.user_id = ${userId}
    group by s.shared_with`.execute(tx);
  return new Map(rows.map(({ shared_with, ids }) => [shared_with, ids]));
}

/** Shares the directives in use with a contact who was just added (SHARE-01, GAP-67). Nothing is readable before they accept. */
export async function shareDirectives(tx: Tx, userId: string, contactId: string, now: Date): Promise<void> {
  await sql`
    insert into shared_files (user_id, file_id, shared_with, shared_at)
    select user_id, id, ${contactId}, ${now} from files
    where user_id = ${userId} and category = 'ACP' and is_active and not is_questionnaire`.execute(tx);
}

/**
 * Replaces the chosen files of a contact by exactly these. Ignores files of other people, and files that are no longer in use.
 * Returns the names of the newly chosen files.
 */
export async function replaceSharedFiles(
  tx: Tx,
  {
    userId,
    contactId,
    fileIds,
    now,
  }: { userId: string; contactId: string; fileIds: readonly string[]; now: Date },
): Promise<string[]> {
  const before = new Set((await findSharedFiles(tx, contactId)).map(({ file_id }) => file_id));
  const known =
    fileIds.length === 0
      ? []
      : await tx
          .selectFrom('files')
          .select(['id', 'file_name'])
          .where('user_id', '=', userId)
          .where('id', 'in', fileIds)
          .where('is_active', '=', true)
          .where('is_questionnaire', '=', false)
          .orderBy('id')
          .execute();
  const kept = known.map(({ id }) => id);
  let old = tx.deleteFrom('shared_files').where('shared_with', '=', contactId);
  if (kept.length > 0) old = old.where('file_id', 'not in', kept);
  await old.execute();
  const added = known.filter(({ id }) => !before.has(id));
  if (added.length > 0)
    await tx
      .insertInto('shared_files')
      .values(
        added.map(({ id }) => ({ user_id: userId, file_id: id, shared_with: contactId, shared_at: now })),
      )
      .execute();
  return added.map(({ file_name }) => file_name);
}
