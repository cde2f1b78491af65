import type { Paper } from '../../../../domain/files/papers/set-aside.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { directivesInUse, lockFilesOf, noteDirectiveChange } from '../store.ts';

/** A directive with what was said of it. */
export type StoredPaper = Paper & { id: string; ownerId: string; file_name: string };

/** Finds a finished file of a person; null if there is none. Locks the person's files first, and then the file. */
export async function findPaperForChange(
  tx: Tx,
  ownerId: string,
  fileId: string,
): Promise<StoredPaper | null> {
  await lockFilesOf(tx, ownerId);
  const row = await tx
    .selectFrom('files')
    .select(['id', 'user_id as ownerId', 'file_name', 'category', 'is_active', 'is_questionnaire', 'is_eol'])
    .select(['set_aside_at', 'owner_confirmed_at'])
    .where('id', '=', fileId)
    .where('user_id', '=', ownerId)
    .where('is_uploaded', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a directive of the person is in use. */
export async function hasDirectiveInUse(tx: Tx, ownerId: string): Promise<boolean> {
  return (await directivesInUse(tx, ownerId).limit(1).executeTakeFirst()) !== undefined;
}

/** Hides a paper that staff say is about another person. */
export async function setAside(
  tx: Tx,
  { id, ownerId }: StoredPaper,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await noteDirectiveChange(tx, ownerId);
  await tx
    .updateTable('files')
    .set({ is_active: false, set_aside_at: at, set_aside_by: by, reviewed_at: null, reviewed_by: null })
    .where('id', '=', id)
    .execute();
}

/** Uses a paper again that was set aside. `confirmedAt`: when the person said that it is theirs; null if staff took their word back. */
export async function useAgain(tx: Tx, fileId: string, confirmedAt: Date | null): Promise<void> {
  await tx
    .updateTable('files')
    .set({ is_active: true, set_aside_at: null, set_aside_by: null, owner_confirmed_at: confirmedAt })
    .where('id', '=', fileId)
    .execute();
}
