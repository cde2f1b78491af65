import { refuseInvalid } from '../../../../domain/errors.ts';
import { plainFileName } from '../../../../domain/files/file-name.ts';
import { uploadHours } from '../../../../domain/files/limits.ts';
import type { Work } from '../../../pipeline/work.ts';
import { sealFileKey } from '../bytes/content.ts';
import { newFileKey } from '../bytes/sealed-blocks.ts';
import * as store from '../store.ts';
import { problemsOf, refuseNoRoom } from './upload-operations.ts';

const hour = 60 * 60_000;

/** A document that staff add for a person. `size` is in bytes. */
export type NewDocument = { userId: string; file_name: string; size: number; note: string | null };

/**
 * Begins the upload of an end-of-life document (CON-36), which counts for the person's quota. Returns its id.
 * @throws AppError `invalid` at the name and the size; at `file` when the person's space is full
 */
export async function beginDocument(
  { tx, services, now }: Pick<Work<unknown>, 'tx' | 'services' | 'now'>,
  { userId, file_name, size, note }: NewDocument,
): Promise<string> {
  refuseInvalid(problemsOf({ category: 'ACP', file_name, size }));
  await store.lockFilesOf(tx, userId);
  refuseNoRoom(await store.findUsage(tx, userId, true), size);
  const id = crypto.randomUUID();
  const file = {
    ...{ id, user_id: userId, category: 'ACP' as const, document_type: null, size, note },
    file_name: plainFileName(file_name),
    key_sealed: sealFileKey(services, id, newFileKey()),
  };
  await store.insertUpload(tx, file, now, new Date(now.getTime() + uploadHours * hour));
  await tx.updateTable('files').set({ is_eol: true }).where('id', '=', id).execute();
  return id;
}
