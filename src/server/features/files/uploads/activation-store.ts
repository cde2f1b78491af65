import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import { noteDirectiveChange, type StoredFile } from '../store.ts';

/** Replaces the parts that arrived by an object that the checks made. */
export async function replaceParts(tx: Tx, fileId: string, objectId: string): Promise<void> {
  await tx
    .updateTable('file_objects')
    .set({ file_id: null })
    .where('file_id', '=', fileId)
    .where('number', 'is not', null)
    .execute();
  await tx.updateTable('file_objects').set({ number: 1 }).where('id', '=', objectId).execute();
}

/** Makes a file of an upload. A picture that the checks encoded again replaces the parts that arrived. */
export async function activate(
  tx: Tx,
  file: StoredFile,
  now: Date,
  { drawn, addedBy }: { drawn: { objectId: string; size: number } | null; addedBy: string | null },
): Promise<void> {
  await tx.deleteFrom('file_uploads').where('file_id', '=', file.id).execute();
  if (drawn) await replaceParts(tx, file.id, drawn.objectId);
  await tx
    .updateTable('files')
    .set({
      is_active: true,
      is_uploaded: true,
      uploaded_timestamp: now,
      activated_timestamp: now,
      added_by: addedBy,
      ...(drawn && { size: drawn.size }),
    })
    .where('id', '=', file.id)
    .execute();
}

/**
 * Replaces the directive in force by the new one, which joins its line of versions and is shared with the same contacts (GAP-61).
 * Returns the id of the replaced file; null if there was none.
 */
export async function replaceDirective(tx: Tx, file: StoredFile, now: Date): Promise<string | null> {
  const before = await tx
    .updateTable('files')
    .set({ is_active: false, replaced_at: now })
    .where('user_id', '=', file.ownerId)
    .where('category', '=', file.category)
    .where('is_uploaded', '=', true)
    .where('is_active', '=', true)
    .where('is_eol', '=', false)
    .where('id', '<>', file.id)
    .returning(['id', 'logical_file_id'])
    .execute();
  const [replaced] = before;
  if (!replaced) return null;
  await continueLine(tx, replaced, file.id);
  await noteDirectiveChange(tx, file.ownerId);
  return replaced.id;
}

/** Adds a file to the line of versions of the one that it replaces, and shares it with the same contacts (GAP-61). */
async function continueLine(
  tx: Tx,
  replaced: { id: string; logical_file_id: string },
  fileId: string,
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ logical_file_id: replaced.logical_file_id })
    .where('id', '=', fileId)
    .execute();
  await sql`
    with before as (delete from shared_files where file_id = ${replaced.id} returning user_id, shared_with, shared_at)
    insert into shared_files (user_id, file_id, shared_with, shared_at)
    select user_id, ${fileId}, shared_with, shared_at from before
    on conflict do nothing`.execute(tx);
}

/** Replaces a current file by another one of the same person. The replaced one stays as an earlier version. */
export async function replaceFile(
  tx: Tx,
  { before, after }: { before: string; after: string },
  now: Date,
): Promise<void> {
  const replaced = await tx
    .updateTable('files')
    .set({ is_active: false, replaced_at: now })
    .where('id', '=', before)
    .returning(['id', 'logical_file_id'])
    .executeTakeFirstOrThrow();
  await continueLine(tx, replaced, after);
}
