import * as z from 'zod/mini';
import { actingStaffOf, doneBy } from '../../../../domain/access/done-by.ts';
import { documentTypes, fileCategories, isPaper } from '../../../../domain/files/categories.ts';
import { AppError, refuseInvalid, type FieldError } from '../../../../domain/errors.ts';
import { plainFileName } from '../../../../domain/files/file-name.ts';
import { problemsOfFile } from '../../../../domain/files/file-types.ts';
import { noteMax, quota, unfinishedAtMost, uploadHours } from '../../../../domain/files/limits.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { newFileKey } from '../bytes/sealed-blocks.ts';
import { sealFileKey } from '../bytes/content.ts';
import { refuseDirective } from './directive-limit.ts';
import { numbersBefore } from '../photographs/page-parts.ts';
import * as store from '../store.ts';

const hour = 60 * 60_000;

export const fileId = z.string().check(z.uuid());

/** Returns a person's own files, newest first: uploaded files, unfinished uploads, and the signed plan (GAP-63). */
export const getFiles = operation({
  name: 'getFiles',
  kind: 'read',
  input: z.strictObject({ category: z.optional(z.nullable(z.enum(fileCategories))) }),
  access: { action: 'files.read', subject: ownAccount },
  run: ({ input, subject, tx }) => store.findFiles(tx, subject.ownerId, input.category ?? null),
});

type Wanted = {
  category: (typeof fileCategories)[number];
  document_type?: string | null | undefined;
  file_name: string;
  size: number;
};

/** Returns what is wrong with a file that a person wants to add; an empty list if nothing is. */
export function problemsOf(wanted: Wanted): FieldError[] {
  const problems = problemsOfFile(wanted);
  if (wanted.category === 'ADDITIONAL_DOCUMENT' && !wanted.document_type)
    problems.push({ field: 'document_type', message: 'error.file.typeRequired' });
  return problems;
}

/** Refuses a file that would exceed the person's quota. @throws AppError `invalid` at `file` */
export function refuseFull({ files, bytes }: store.Usage, size: number): void {
  if (files >= quota.files || bytes + size > quota.bytes)
    refuseInvalid([{ field: 'file', message: 'error.file.quota' }]);
}

/** Refuses a file that would exceed the quota or the limit of unfinished uploads. @throws AppError `invalid` at `file` */
export function refuseNoRoom(usage: store.Usage, size: number): void {
  const { unfinished } = usage;
  refuseFull(usage, size);
  if (unfinished >= unfinishedAtMost)
    refuseInvalid([
      { field: 'file', message: 'error.file.unfinished', params: { count: String(unfinishedAtMost) } },
    ]);
}

/**
 * Begins an upload (GAP-61): records the file and returns where to send its parts. The file is not visible until it is activated.
 * @throws AppError `invalid` at the name, the type, the size; at `file` when there is no space
 */
export const insertFile = operation({
  name: 'insertFile',
  kind: 'write',
  input: z.strictObject({
    category: z.enum(fileCategories),
    document_type: z.optional(z.nullable(z.enum(documentTypes))),
    file_name: z.string().check(z.maxLength(1_000)),
    size: z.number(),
    note: z.optional(z.nullable(z.string().check(z.maxLength(noteMax)))),
    idempotency_key: idempotencyKey,
  }),
  access: { action: 'files.add', subject: ownAccount },
  limit: async ({ subject }) => [{ counted: ['upload:account', subject.ownerId], counts: 'always' }],
  async run({ input, subject, actor, tx, now, services, auditDetails }) {
    const { category, size, note } = input;
    refuseDirective(actor, subject, category);
    refuseInvalid(problemsOf(input));
    await store.lockFilesOf(tx, subject.ownerId);
    refuseNoRoom(await store.findUsage(tx, subject.ownerId), size);
    const id = crypto.randomUUID();
    const file = {
      id,
      user_id: subject.ownerId,
      category,
      document_type: category === 'ADDITIONAL_DOCUMENT' ? (input.document_type ?? null) : null,
      file_name: plainFileName(input.file_name),
      size,
      note: note?.trim() || null,
      key_sealed: sealFileKey(services, id, newFileKey()),
      added_by: actingStaffOf(actor),
    };
    await store.insertUpload(tx, file, now, new Date(now.getTime() + uploadHours * hour));
    auditDetails({ file_id: id, category });
    return store.getFile(tx, id);
  },
});

/** An upload that takes parts. */
export type OpenUpload = {
  id: string;
  ownerId: string;
  file_name: string;
  size: number;
  folder: string;
  key_sealed: Buffer;
  /** Number before the first part, among the objects of the upload: 0, or that of a photograph. */
  numbersBefore: number;
};

/** Loads the upload of a part, or of a part of the photograph `page`, and checks access. `receivePart` receives the bytes. */
export const openUpload = operation({
  name: 'openUpload',
  kind: 'read',
  input: z.strictObject({ id: fileId, page: z.optional(z.int()) }),
  access: { action: 'files.add', subject: ({ id }, { tx }) => store.findStoredFile(tx, id) },
  async run({ input, subject, actor, now }) {
    refuseDirective(actor, subject, subject.category);
    return openUploadOf(subject, now, input.page);
  },
});

/** Returns the data needed to receive a part of an upload. @throws AppError `not-found` if the upload accepts no more parts */
export function openUploadOf(file: store.StoredFile, now: Date, page?: number): OpenUpload {
  const { id, ownerId, file_name, s3_key, key_sealed, upload_expires_at, checking_since } = file;
  const size =
    page === undefined ? file.size : (file.pages?.find(({ number }) => number === page)?.size ?? null);
  const isOpen = upload_expires_at !== null && upload_expires_at > now && checking_since === null;
  if (!isOpen || size === null || s3_key === null || key_sealed === null) throw new AppError('not-found');
  return {
    id,
    ownerId,
    file_name,
    size,
    folder: s3_key,
    key_sealed,
    numbersBefore: numbersBefore(page ?? 0),
  };
}

/**
 * Deletes a file, or cancels an upload. Its bytes are removed after the commit. The signed plan cannot be deleted. Only the care
 * provider removes an end-of-life document that it added: an external plan may consist of it (D-60).
 * @throws AppError `forbidden` for the signed plan; `invalid` at `id` for a document of the provider
 */
export const deleteFile = operation({
  name: 'deleteFile',
  kind: 'write',
  closesCard: true,
  input: z.strictObject({ id: fileId }),
  access: {
    action: 'files.delete',
    subject: ({ id }, { tx, lock }) => store.findFileForChange(tx, id, lock),
  },
  async run({ subject, actor, tx, now, emit, auditDetails }) {
    if (subject.is_questionnaire) throw new AppError('forbidden');
    if (subject.is_eol) refuseInvalid([{ field: 'id', message: 'error.file.ofProvider' }]);
    await store.removeFile(tx, subject.id);
    const wasThere = subject.activated_timestamp !== null;
    if (wasThere && subject.category === 'ACP') await store.noteDirectiveChange(tx, subject.ownerId);
    if (wasThere) await store.recordFileActivity(tx, 'FILE_DELETED', subject, doneBy(actor), now);
    if (wasThere)
      emit('file.deleted', {
        user_id: subject.ownerId,
        file_id: subject.id,
        ...(isPaper(subject.category) && { paper: true }),
      });
    else emit('files.unowned', {});
    auditDetails({ file_id: subject.id, category: subject.category });
    return subject.id;
  },
});

/**
 * Cancels an upload that is not a file yet. Staff in the account may cancel only an upload that they began there (D-59).
 * @throws AppError `not-found` for a finished file; `forbidden` for staff if another person began the upload
 */
export const cancelUpload = operation({
  name: 'cancelUpload',
  kind: 'write',
  input: z.strictObject({ id: fileId }),
  access: {
    action: 'files.add',
    subject: ({ id }, { tx, lock }) => store.findFileForChange(tx, id, lock),
  },
  async run({ subject, actor, tx, emit, auditDetails }) {
    if (subject.activated_timestamp !== null) throw new AppError('not-found');
    const staffId = actingStaffOf(actor);
    if (staffId !== null && subject.added_by !== staffId) throw new AppError('forbidden');
    await store.removeFile(tx, subject.id);
    emit('files.unowned', {});
    auditDetails({ file_id: subject.id, category: subject.category });
    return subject.id;
  },
});

/** Deletes an upload that was not finished in time. */
export const removeStaleUpload = operation({
  name: 'removeStaleUpload',
  kind: 'write',
  input: z.strictObject({ id: fileId }),
  access: { action: 'account.carryOut', subject: () => null },
  async run({ input, tx, now, emit, auditDetails }) {
    const file = await store.findFileForChange(tx, input.id, true);
    if (!file?.upload_expires_at || file.upload_expires_at >= now) return false;
    await store.removeFile(tx, file.id);
    emit('files.unowned', {});
    auditDetails({ file_id: file.id }, file.ownerId);
    return true;
  },
});
