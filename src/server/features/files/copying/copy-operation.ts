import * as z from 'zod/mini';
import { actingStaffOf, doneBy } from '../../../../domain/access/done-by.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import {
  documentTypes,
  fileCategories,
  isPaper,
  replacesTheOneBefore,
} from '../../../../domain/files/categories.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Services } from '../../../pipeline/context.ts';
import { replaceDirective } from '../uploads/activation-store.ts';
import { bytesOf, openFileKey, readContent, sealFileKey, type Content } from '../bytes/content.ts';
import { givingBack, newFileKey, sealBlocks, sealedBytes } from '../bytes/sealed-blocks.ts';
import { insertCopy, type Copy } from './copy-store.ts';
import { refuseDirective } from '../uploads/directive-limit.ts';
import { refusalOf } from '../faults.ts';
import { announceObject } from '../objects-store.ts';
import * as store from '../store.ts';
import { fileId, problemsOf, refuseNoRoom } from '../uploads/upload-operations.ts';

/**
 * Limit on concurrent copies. Bytes pass through memory block by block, so the limit protects the object store, not the memory.
 */
const limited = concurrencyLimit({ atOnce: 2, waitingAtMost: 20 });
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 5, inMinute: 10 });

/**
 * Copies the bytes of a file to new objects, sealed with a new key. Objects that are not recorded afterwards are removed later.
 */
async function copyBytes(services: Services, { id, key_sealed, size }: store.StoredFile): Promise<Copy> {
  if (key_sealed === null || size === null) throw new AppError('not-found');
  const from: Content = {
    key: openFileKey(services, id, key_sealed),
    parts: await store.findParts(services.db, id),
  };
  if (bytesOf(from) !== size) throw new AppError('unavailable');
  const copy = { id: crypto.randomUUID(), folder: crypto.randomUUID(), size };
  const key = newFileKey();
  const objects: string[] = [];
  for (const part of from.parts) {
    const object = await announceObject(services.db, { fileId: null, folder: copy.folder, size: part.size });
    const bytes = readContent(services, { key: from.key, parts: [part] });
    await services.objectStore.put(
      object.key,
      sealBlocks(key, object.id, givingBack(bytes), part.size),
      sealedBytes(part.size),
    );
    objects.push(object.id);
  }
  return { ...copy, objects, key_sealed: sealFileKey(services, copy.id, key) };
}

/**
 * Copies one of the person's own files under a new key (API-63, GAP-123): into its own category, or into another one that accepts
 * files of its type. The copy is an independent file: not shared, and not a file of the care provider. A copied directive
 * replaces the one in force, as an uploaded one does.
 * @throws AppError `forbidden` for the signed plan; `invalid` at `file_name` if the category does not accept such a file, at
 * `document_type` if an additional document has none, at `file` when the person's space is full; `unavailable`
 */
export const copyFileS3 = operation({
  name: 'copyFileS3',
  kind: 'write',
  input: z.strictObject({
    file_id: fileId,
    category: z.optional(z.nullable(z.enum(fileCategories))),
    document_type: z.optional(z.nullable(z.enum(documentTypes))),
    idempotency_key: idempotencyKey,
  }),
  access: {
    action: 'files.add',
    subject: ({ file_id }, { tx, lock }) => store.findFileForChange(tx, file_id, lock),
  },
  limit: async ({ subject }) => [{ counted: ['upload:account', subject.ownerId], counts: 'always' }],
  prepare: {
    async run({ input, subject, actor, services }): Promise<Copy> {
      if (subject.is_questionnaire) throw new AppError('forbidden');
      refuseDirective(actor, subject, input.category ?? subject.category);
      if (subject.activated_timestamp === null || subject.size === null) throw new AppError('not-found');
      const { file_name, size } = subject;
      const category = input.category ?? subject.category;
      const { document_type } = await store.getFile(services.db, subject.id);
      refuseInvalid(
        problemsOf({ category, file_name, size, document_type: input.document_type ?? document_type }),
      );
      refuseNoRoom(await store.findUsage(services.db, subject.ownerId), size);
      try {
        return await ofPerson(subject.ownerId, () => limited(() => copyBytes(services, subject)));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  },
  async run({ input, subject, prepared: copy, actor, tx, now, emit, auditDetails, changedFields }) {
    refuseNoRoom(await store.findUsage(tx, subject.ownerId), copy.size);
    const original = await store.getFile(tx, subject.id);
    const category = input.category ?? subject.category;
    const document_type =
      category === 'ADDITIONAL_DOCUMENT' ? (input.document_type ?? original.document_type) : null;
    const added_by = actingStaffOf(actor);
    await insertCopy(tx, { ...original, category, document_type, added_by }, copy, now);
    const replaced = replacesTheOneBefore(category)
      ? await replaceDirective(tx, { ...subject, id: copy.id, category }, now)
      : null;
    await store.recordFileActivity(tx, 'FILE_UPLOADED', subject, doneBy(actor), now);
    emit('file.added', {
      user_id: subject.ownerId,
      file_id: copy.id,
      ...(isPaper(category) && { paper: true }),
    });
    auditDetails({ file_id: copy.id, copy_of: subject.id, category, replaced });
    changedFields(['files']);
    return store.getFile(tx, copy.id);
  },
});
