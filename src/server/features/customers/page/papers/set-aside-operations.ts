import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import { doneBy } from '../../../../../domain/access/done-by.ts';
import { refusalOfSettingAside, refusalOfUsingAgain } from '../../../../../domain/files/papers/set-aside.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { findCustomer } from '../../../../pipeline/subjects.ts';
import {
  findPaperForChange,
  hasDirectiveInUse,
  recordFileActivity,
  setAside,
  useAgain,
} from '../../../files/api.ts';
import { getCustomerPage } from '../operations.ts';
import { staffIdOf } from '../reading/record-reading.ts';

const id = z.string().check(z.uuid());
const paper = z.strictObject({ user_id: id, file_id: id });

/**
 * Sets a directive of a customer aside, because it is about another person: it is hidden at once from the emergency page, contacts and
 * clinical systems, the person is notified, and can say that it is theirs (UPLOAD-22). A lock of the plan does not prevent it. If
 * the paper is set aside already, changes nothing.
 * @throws AppError `not-found` for anything but a directive in use that the person added; `invalid` at `file_id` when the person has
 * said that it is theirs
 */
export const setPaperAside = operation({
  name: 'setPaperAside',
  kind: 'write',
  closesCard: true,
  input: paper,
  access: {
    action: 'customer.changePlan',
    subject: (input, loading) => findCustomer(input.user_id, loading),
  },
  async run(work) {
    const { input, subject, actor, tx, services, now, emit, auditDetails } = work;
    const { ownerId: user_id } = subject;
    const found = await findPaperForChange(tx, user_id, input.file_id);
    const refusal = found === null ? 'not-a-paper' : refusalOfSettingAside(found);
    if (found === null || refusal === 'not-a-paper') throw new AppError('not-found');
    auditDetails({ file_id: found.id });
    if (refusal === 'confirmed')
      refuseInvalid([{ field: 'file_id', message: 'customer.setAside.confirmed' }]);
    if (found.set_aside_at === null) {
      const staff_id = staffIdOf(work);
      await setAside(tx, found, { at: now, by: staff_id });
      await recordFileActivity(tx, 'FILE_SET_ASIDE', found, doneBy(actor), now);
      emit('file.set-aside', { user_id, file_id: found.id, staff_id });
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
  input: paper,
  access: {
    action: 'customer.changePlan',
    subject: (input, loading) => findCustomer(input.user_id, loading),
  },
  async run(work) {
    const { input, subject, actor, tx, services, now, emit, auditDetails } = work;
    const { ownerId: user_id } = subject;
    const found = await findPaperForChange(tx, user_id, input.file_id);
    if (!found || refusalOfSettingAside(found) === 'not-a-paper') throw new AppError('not-found');
    auditDetails({ file_id: found.id });
    const refusal = refusalOfUsingAgain(found, await hasDirectiveInUse(tx, user_id));
    if (refusal === 'replaced')
      refuseInvalid([{ field: 'file_id', message: 'customer.setAside.otherInUse' }]);
    if (refusal === null) {
      await useAgain(tx, found.id, null);
      await recordFileActivity(tx, 'FILE_USED_AGAIN', found, doneBy(actor), now);
      emit('file.used-again', { user_id, file_id: found.id, staff_id: staffIdOf(work) });
    } else auditDetails({ changed: false });
    return getCustomerPage(tx, services, actor, subject);
  },
});
