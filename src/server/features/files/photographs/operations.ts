import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { plainFileName } from '../../../../domain/files/file-name.ts';
import { problemsOfFile } from '../../../../domain/files/file-types.ts';
import { uploadHours } from '../../../../domain/files/limits.ts';
import { photographedPages } from '../../../../domain/files/photographs.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { openFileKey, sealFileKey, type Content } from '../bytes/content.ts';
import { newFileKey } from '../bytes/sealed-blocks.ts';
import * as store from '../store.ts';
import { fileId, refuseNoRoom } from '../uploads/upload-operations.ts';
import { partsOfPage } from './page-parts.ts';
import { findPhotographs, keepPages } from './store.ts';

const hour = 60 * 60_000;

const expiryFrom = (now: Date): Date => new Date(now.getTime() + uploadHours * hour);

/**
 * Begins a directive whose pages are photographed, or returns the one that the person has not finished. `activateFile` makes one PDF
 * of the photographs.
 * @throws AppError `invalid` at the name; at `file` when there is no space
 */
export const beginPhotographs = operation({
  name: 'beginPhotographs',
  kind: 'write',
  input: z.strictObject({ file_name: z.string().check(z.maxLength(1_000)) }),
  access: { action: 'files.addDirective', subject: ownAccount },
  limit: async ({ subject }) => [{ counted: ['upload:account', subject.ownerId], counts: 'always' }],
  async run({ input, subject, tx, now, services, auditDetails }) {
    // The size is known when the document is drawn.
    refuseInvalid(problemsOfFile({ category: 'ACP', file_name: input.file_name, size: 1 }));
    await store.lockFilesOf(tx, subject.ownerId);
    const before = await findPhotographs(tx, subject.ownerId, now);
    if (before !== undefined) return store.getFile(tx, before);
    refuseNoRoom(await store.findUsage(tx, subject.ownerId), 0);
    const id = crypto.randomUUID();
    const file = {
      ...{
        id,
        user_id: subject.ownerId,
        category: 'ACP' as const,
        document_type: null,
        size: null,
        note: null,
      },
      file_name: plainFileName(input.file_name),
      key_sealed: sealFileKey(services, id, newFileKey()),
    };
    await store.insertUpload(tx, file, now, expiryFrom(now));
    await keepPages(tx, id, { pages: [], expiresAt: expiryFrom(now) });
    auditDetails({ file_id: id });
    return store.getFile(tx, id);
  },
});

/**
 * Stores which photographs a document has, in which order, and how each is turned and cropped. The bytes of photographs that are not in
 * the list are removed after the commit.
 * @throws AppError `not-found` for a file, and for an upload that has ended or is being checked
 */
export const changePhotographs = operation({
  name: 'changePhotographs',
  kind: 'write',
  input: z.strictObject({ id: fileId, pages: photographedPages }),
  access: {
    action: 'files.addDirective',
    subject: ({ id }, { tx, lock }) => store.findFileForChange(tx, id, lock),
  },
  async run({ input, subject, tx, now, emit, auditDetails }) {
    refuseEnded(subject, now);
    await keepPages(tx, subject.id, { pages: input.pages, expiresAt: expiryFrom(now) });
    emit('files.unowned', {});
    auditDetails({ file_id: subject.id, pages: input.pages.length });
    return store.getFile(tx, subject.id);
  },
});

/** @throws AppError `not-found` for anything but an open upload of photographs */
function refuseEnded({ pages, upload_expires_at, checking_since }: store.StoredFile, now: Date): void {
  const isOpen = upload_expires_at !== null && upload_expires_at > now && checking_since === null;
  if (!pages || !isOpen) throw new AppError('not-found');
}

/** Loads a photograph of an unfinished document, as it was sent, and checks access. @throws AppError `not-found` until it has arrived */
export const readPhotograph = operation({
  name: 'readPhotograph',
  kind: 'read',
  input: z.strictObject({ id: fileId, page: z.int() }),
  access: { action: 'files.addDirective', subject: ({ id }, { tx }) => store.findStoredFile(tx, id) },
  async run({ input, subject, tx, services, now }): Promise<Content> {
    refuseEnded(subject, now);
    const page = subject.pages?.find(({ number }) => number === input.page);
    const parts = partsOfPage(await store.findParts(tx, subject.id), input.page);
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (!page || page.size !== size || subject.key_sealed === null) throw new AppError('not-found');
    return { key: openFileKey(services, subject.id, subject.key_sealed), parts };
  },
});
