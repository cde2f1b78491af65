import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { noteMax } from '../../../../domain/files/limits.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { Refused } from '../../../pipeline/refused.ts';
import { findCustomer, type Customer } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import {
  beginDocument,
  checkUpload,
  findFileByKey,
  findFileForChange,
  findStoredFile,
  finishUpload,
  openUploadOf,
  readableFile,
  type StoredFile,
} from '../../files/api.ts';
import { getCustomerPage, type CustomerPage } from './operations.ts';
import { notifyOfReading } from './reading/record-reading.ts';

const id = z.string().check(z.uuid());

/** A customer with one of their documents. */
type WithFile = Customer & { file: StoredFile };

type Named = { user_id: string; id: string };

const isDocument = ({ is_eol }: StoredFile) => is_eol;

/** Papers that staff read: not one that they set aside because it is about another person. */
const isPaper = ({ category, is_questionnaire, set_aside_at }: StoredFile) =>
  category !== 'WISHES' && !is_questionnaire && set_aside_at === null;

/** Returns the file if it is of the requested kind. @throws AppError `not-found` */
function wanted({ file }: WithFile, isWanted: (file: StoredFile) => boolean): StoredFile {
  if (!isWanted(file)) throw new AppError('not-found');
  return file;
}

/** Loads a customer with a document, by its id or by its key in the object store (FILE-07). */
async function withFile(named: Named, loading: Loading): Promise<WithFile | null> {
  const { tx, lock } = loading;
  const find = (fileId: string) => (lock ? findFileForChange(tx, fileId, true) : findStoredFile(tx, fileId));
  let file = await find(named.id);
  if (!file) {
    const byKey = await findFileByKey(tx, named.user_id, named.id);
    file = byKey && (await find(byKey.id));
  }
  if (!file || file.ownerId !== named.user_id) return null;
  const customer = await findCustomer(named.user_id, { tx, lock: false });
  return customer && { ...customer, file };
}

/**
 * Starts the upload of a customer's end-of-life document by staff (CDET-02, CON-36): the parts go to
 * `/api/customers/<customer>/files/<id>/parts`. It is not visible until it is activated.
 * @throws AppError `invalid` at the name, the size; at `file` when the customer's space is full
 */
export const addEndOfLifeDocument = operation({
  name: 'addEndOfLifeDocument',
  kind: 'write',
  input: z.strictObject({
    user_id: id,
    file_name: z.string().check(z.maxLength(1_000)),
    size: z.number(),
    note: z.nullish(z.string().check(z.maxLength(noteMax))),
    idempotency_key: idempotencyKey,
  }),
  access: {
    action: 'customer.changePlan',
    subject: (input, { tx }) => findCustomer(input.user_id, { tx, lock: false }),
  },
  limit: async ({ subject }) => [{ counted: ['upload:account', subject.ownerId], counts: 'always' }],
  async run(work) {
    const { input, subject, auditDetails } = work;
    const { file_name, size, note } = input;
    const fileId = await beginDocument(work, {
      ...{ userId: subject.ownerId, file_name, size },
      note: note?.trim() || null,
    });
    auditDetails({ file_id: fileId });
    return { id: fileId, user_id: subject.ownerId };
  },
});

/** Returns the upload to which a part of a document belongs, for staff who can change the plan. */
export const openDocumentUpload = operation({
  name: 'openDocumentUpload',
  kind: 'read',
  input: z.strictObject({ user_id: id, id }),
  access: {
    action: 'customer.changePlan',
    subject: withFile,
  },
  run: async ({ subject, now }) => openUploadOf(wanted(subject, isDocument), now),
});

/**
 * Turns an upload whose parts have all arrived into an end-of-life document, after the checks for every file.
 * @throws AppError `invalid` at `file`; `unavailable` while the store or the scanner is unavailable
 */
export const activateEndOfLifeDocument = operation({
  name: 'activateEndOfLifeDocument',
  kind: 'write',
  input: z.strictObject({ user_id: id, file_id: id }),
  access: {
    action: 'customer.changePlan',
    subject: ({ user_id, file_id }, loading) => withFile({ user_id, id: file_id }, loading),
  },
  prepare: { run: ({ subject, services, now }) => checkUpload(services, now, wanted(subject, isDocument)) },
  async run(work): Promise<Refused | CustomerPage> {
    const { subject, tx, services, actor } = work;
    const done = await finishUpload(work, wanted(subject, isDocument));
    return done instanceof Refused ? done : getCustomerPage(tx, services, actor, subject);
  },
});

/** Opens a document of a customer for staff (CDET-02); recorded and announced like `openCustomerPlan`. */
export const openCustomerFile = operation({
  name: 'openCustomerFile',
  kind: 'write',
  input: z.strictObject({ user_id: id, id }),
  access: { action: 'customer.readPlan', subject: withFile },
  async run(work) {
    const { subject, tx, services, auditDetails } = work;
    auditDetails({ file_id: subject.file.id });
    const file = await readableFile(tx, services, wanted(subject, isPaper));
    await notifyOfReading(work);
    return file;
  },
});

/** Checks, while the document is being sent, that this reader still has access to it. */
export const readCustomerFile = operation({
  name: 'readCustomerFile',
  kind: 'read',
  input: z.strictObject({ user_id: id, id }),
  access: { action: 'customer.readPlan', subject: withFile },
  run: async ({ subject, tx, services }) => readableFile(tx, services, wanted(subject, isPaper)),
});
