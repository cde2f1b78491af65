import type { Tx } from '../../../pipeline/context.ts';
import { directivesInUse, noteDirectiveChange, type StoredFile } from '../store.ts';

/** Whether a directive of the person is in use. */
export async function hasDirectiveInUse(tx: Tx, ownerId: string): Promise<boolean> {
  return (await directivesInUse(tx, ownerId).limit(1).executeTakeFirst()) !== undefined;
}

/** Hides a paper that staff say is about another person. */
export async function setAside(
  tx: Tx,
  { id, ownerId }: Pick<StoredFile, 'id' | 'ownerId'>,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await noteDirectiveChange(tx, ownerId);
  await tx
    .updateTable('files')
    .set({ is_active: false, set_aside_at: at, set_aside_by: by, reviewed_at: null, reviewed_by: null })
    .where('id', '=', id)
    .execute();
}

/** Uses a paper again. `confirmedAt`: when the person said that it is theirs; null if staff took their word back. */
export async function useAgain(tx: Tx, fileId: string, confirmedAt: Date | null): Promise<void> {
  await tx
    .updateTable('files')
    .set({ is_active: true, set_aside_at: null, set_aside_by: null, owner_confirmed_at: confirmedAt })
    .where('id', '=', fileId)
    .execute();
}
