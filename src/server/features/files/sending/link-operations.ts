import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { canPreview } from '../../../../domain/files/file-types.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { openFileKey, type Content } from '../bytes/content.ts';
import { makeLink } from './link.ts';
import * as store from '../store.ts';
import { fileId } from '../uploads/upload-operations.ts';

/** A file that can be sent to a reader. */
export type ReadableFile = { id: string; file_name: string; size: number; content: Content };

/** Returns the data needed to read a file. @throws AppError `not-found` for an upload that is not a file yet */
export async function readableFile(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  file: store.StoredFile,
): Promise<ReadableFile> {
  const { id, file_name, size, key_sealed, activated_timestamp } = file;
  if (activated_timestamp === null || key_sealed === null || size === null) throw new AppError('not-found');
  const parts = await store.findParts(tx, id);
  return { id, file_name, size, content: { key: openFileKey(services, id, key_sealed), parts } };
}

/**
 * Creates the address of a file, valid for sixty seconds, for this person and this session (API-63, D-20). Each one is recorded.
 * For the signed plan it is the address of its PDF.
 */
export const generateS3Url = operation({
  name: 'generateS3Url',
  kind: 'write',
  input: z.strictObject({
    file_id: fileId,
    disposition: z.optional(z.nullable(z.enum(['attachment', 'inline']))),
  }),
  access: { action: 'files.read', subject: (input, { tx }) => store.findStoredFile(tx, input.file_id) },
  async run({ input, subject, services, meta, now, auditDetails }) {
    const { id, ownerId, file_name, is_questionnaire, activated_timestamp } = subject;
    if (activated_timestamp === null || meta.sessionId === null) throw new AppError('not-found');
    auditDetails({ file_id: id });
    const disposition = input.disposition === 'inline' && canPreview(file_name) ? 'inline' : 'attachment';
    const { token, expires_at } = makeLink(
      services.secrets,
      { fileId: id, userId: ownerId, sessionId: meta.sessionId, disposition },
      now,
    );
    return { url: is_questionnaire ? '/api/acp/plan.pdf' : `/api/file-download/${token}`, expires_at };
  },
});

/** Loads a file for reading and checks access. */
export const readFile = operation({
  name: 'readFile',
  kind: 'read',
  input: z.strictObject({ id: fileId }),
  access: { action: 'files.read', subject: ({ id }, { tx }) => store.findStoredFile(tx, id) },
  run: ({ subject, tx, services }) => readableFile(tx, services, subject),
});

/** Loads a directive by its key in the object store and its person (FILE-07). Each download is recorded. */
export const downloadEolFile = operation({
  name: 'downloadEolFile',
  kind: 'write',
  input: z.strictObject({ user_id: z.string().check(z.uuid()), file_key: z.string().check(z.uuid()) }),
  access: {
    action: 'files.read',
    subject: (input, { tx }) => store.findFileByKey(tx, input.user_id, input.file_key),
  },
  async run({ subject, tx, services, auditDetails }) {
    auditDetails({ file_id: subject.id });
    return readableFile(tx, services, subject);
  },
});
