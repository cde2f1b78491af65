import type { Tx } from '../../../pipeline/context.ts';
import type { File } from '../store.ts';

/** Copied bytes that belong to no file yet: their objects in order, and the sealed key. */
export type Copy = {
  id: string;
  folder: string;
  size: number;
  objects: readonly string[];
  key_sealed: Buffer;
};

/** Makes an active file of copied bytes, with the name and the note of its original. */
export async function insertCopy(
  tx: Tx,
  original: Pick<File, 'user_id' | 'category' | 'document_type' | 'file_name' | 'note'> & {
    added_by: string | null;
  },
  { id, folder, size, objects, key_sealed }: Copy,
  now: Date,
): Promise<void> {
  const { user_id, category, document_type, file_name, note, added_by } = original;
  await tx
    .insertInto('files')
    .values({
      id,
      user_id,
      category,
      document_type,
      file_name,
      note,
      added_by,
      size,
      key_sealed,
      s3_key: folder,
      s3_file_path: `files/${folder}`,
      is_active: true,
      is_uploaded: true,
      uploaded_timestamp: now,
      activated_timestamp: now,
      created_at: now,
    })
    .execute();
  for (const [index, object] of objects.entries())
    await tx
      .updateTable('file_objects')
      .set({ file_id: id, number: index + 1 })
      .where('id', '=', object)
      .execute();
}
