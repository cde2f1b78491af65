import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import { doneBy } from '../../../../../domain/access/done-by.ts';
import { refusalOfSettingAside, refusalOfUsingAgain } from '../../../../../domain/files/papers/set-aside.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { findCustomer } from '../../../../pipeline/subjects.ts';
import {
  findFileForChange,
  hasDirectiveInUse,
  recordFileActivity,
  setAside,
  useAgain,
  type StoredFile,
} from '../../../files/api.ts';
import { getCustomerPage } from '../operations.ts';
import { staffIdOf } from '../reading/record-reading.ts';

const id = z.string().check(z.uuid());
const named = z.strictObject({ user_id: id, file_id: id });

/** Loads a directive of the customer, locked. @throws AppError `not-found` for any other file */
async function getPaper(tx: Tx, ownerId: string, fileId: string): Promise<StoredFile> {
  const file = await findFileForChange(tx, fileId, true);
  if (!file || file.ownerId !== ownerId || refusalOfSettingAside(file) === 'not-a-paper')
    throw new AppError('not-found');
  return file;
}

/**
 * Sets a directive of a customer aside, because it is about another person: it is hidden at once from the emergency page, contacts and
 * clinical systems, the person is notified, and can say that it is theirs (UPLOAD-22). A lock of the plan does not prevent it.
 * Nothing changes if the paper is already set aside.
 * @throws AppError `not-found` for anything but a directive in use that the person added; `invalid` at `file_id` if the person said
 * before that it is theirs; `rate-limited`
 */
export const setPaperAside = operation({
  name: 'setPaperAside',
  kind: 'write',
  closesCard: true,
  input: named,
  access: {
    action: 'customer.changePlan',
    subject: (input, loading) => findCustomer(input.user_id, loading),
  },
  limit: async ({ subject }) => [{ counted: ['paper-aside:account', subject.ownerId], counts: 'always' }],
  async run(work) {
    const { input, subject, actor, tx, services, now, emit, auditDetails } = work;
    const { ownerId: user_id } = subject;
    const paper = await getPaper(tx, user_id, input.file_id);
    auditDetails({ file_id: paper.id });
    if (refusalOfSettingAside(paper) === 'confirmed')
      refuseInvalid([{ field: 'file_id', message: 'customer.setAside.confirmed' }]);
    if (paper.set_aside_at === null) {
      const staff_id = staffIdOf(work);
      await setAside(tx, paper, { at: now, by: staff_id });
      await recordFileActivity(tx, 'FILE_SET_ASIDE', paper, doneBy(actor), now);
      emit('file.set-aside', { user_id, file_id: paper.id, staff_id });
    } else auditDetails({ changed: false });
    return getCustomerPage(tx, services, actor, subject);
  },
});

/**
 * Uses a paper of a customer again that staff set aside by mistake. The person is notified. If it is in use, changes nothing.
 * @throws AppError `not-found`; `invalid` at `file_id` while another directive is in use
 */
export const usePaperAgain = operation({
  name: 'usePaperAgain',
  kind: 'write',
  input: named,
  access: {
    action: 'customer.changePlan',
    subject: (input, loading) => findCustomer(input.user_id, loading),
  },
  async run(work) {
    const { input, subject, actor, tx, services, now, emit, auditDetails } = work;
    const { ownerId: user_id } = subject;
    const paper = await getPaper(tx, user_id, input.file_id);
    auditDetails({ file_id: paper.id });
    const refusal = refusalOfUsingAgain(paper, await hasDirectiveInUse(tx, user_id));
    if (refusal === 'replaced')
      refuseInvalid([{ field: 'file_id', message: 'customer.setAside.otherInUse' }]);
    if (refusal === null) {
      await useAgain(tx, paper.id, null);
      await recordFileActivity(tx, 'FILE_USED_AGAIN', paper, doneBy(actor), now);
      emit('file.used-again', { user_id, file_id: paper.id, staff_id: staffIdOf(work) });
    } else auditDetails({ changed: false });
    return getCustomerPage(tx, services, actor, subject);
  },
});
