import type { Tx } from '../../pipeline/context.ts';
import type { File } from './store.ts';

/** Bytes that were copied and belong to no file yet: the objects in their order, and the key they are sealed with. */
export type Copy = {
  id: string;
  folder: string;
  size: number;
  objects: readonly string[];
  key_sealed: Buffer;
};

/** Makes a file in use of copied bytes, with the name and the note of its original. */
export async function insertCopy(
  tx: Tx,
  original: Pick<File, 'user_id' | 'category' | 'document_type' | 'file_name' | 'note' | 'added_by'>,
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
