import { sql } from 'kysely';
import type { Tx } from '../../pipeline/context.ts';

/** One file that is shared with one contact (ENT-22). */
export type SharedFile = { id: string; user_id: string; file_id: string; shared_with: string; shared_at: Date };

/**
 * The files that were chosen for a contact and are in use. A file that took the place of a chosen one is chosen with it. The signed
 * plan is none of them: it is shared by `plan_shared`, always in its newest version.
 */
export async function findSharedFiles(tx: Tx, contactId: string): Promise<SharedFile[]> {
  const { rows } = await sql<SharedFile>`
    select distinct on (f.id) s.id, s.user_id, f.id as file_id, s.shared_with, s.shared_at
    from shared_files s
    join files chosen on chosen.id = s.file_id
    join files f on f.user_id = chosen.user_id and f.logical_file_id = chosen.logical_file_id
      and f.is_active and not f.is_questionnaire
    where s.shared_with = ${contactId}
    order by f.id, s.shared_at`.execute(tx);
  return rows;
}

/** The ids of the chosen files of all contacts of one person. */
export async function findSharedIds(tx: Tx, userId: string): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ shared_with: string; ids: string[] }>`
    select s.shared_with, array_agg(distinct f.id::text) as ids
    from shared_files s
    join files chosen on chosen.id = s.file_id
    join files f on f.user_id = chosen.user_id and f.logical_file_id = chosen.logical_file_id
      and f.is_active and not f.is_questionnaire
    where s.user_id = ${userId}
    group by s.shared_with`.execute(tx);
  return new Map(rows.map(({ shared_with, ids }) => [shared_with, ids]));
}

/** Shares the directives in use with a contact who was just added (SHARE-01, GAP-67). Nothing is readable before they say yes. */
export async function shareDirectives(tx: Tx, userId: string, contactId: string, now: Date): Promise<void> {
  await sql`
    insert into shared_files (user_id, file_id, shared_with, shared_at)
    select user_id, id, ${contactId}, ${now} from files
    where user_id = ${userId} and category = 'ACP' and is_active and not is_questionnaire`.execute(tx);
}

/**
 * Leaves exactly these files chosen for a contact. Files of others, and those that are no longer in use, are left out. Gives the
 * names of those that were not chosen before.
 */
export async function replaceSharedFiles(
  tx: Tx,
  { userId, contactId, fileIds, now }: { userId: string; contactId: string; fileIds: readonly string[]; now: Date },
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
  const kept = new Set(known.map(({ id }) => id).filter((id) => before.has(id)));
  const { rows: old } = await sql<{ id: string; logical: string }>`
    select s.id, f.id as logical from shared_files s
    join files chosen on chosen.id = s.file_id
    left join files f on f.user_id = chosen.user_id and f.logical_file_id = chosen.logical_file_id
      and f.is_active and not f.is_questionnaire
    where s.shared_with = ${contactId}`.execute(tx);
  const gone = old.filter(({ logical }) => !kept.has(logical)).map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom('shared_files').where('id', 'in', gone).execute();
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
