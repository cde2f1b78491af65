import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { doneBy } from '../../../../domain/access/done-by.ts';
import { refusalOfUsingAgain } from '../../../../domain/files/papers/set-aside.ts';
import { operation } from '../../../pipeline/operation.ts';
import { fileId } from '../uploads/upload-operations.ts';
import * as store from '../store.ts';
import { hasDirectiveInUse, useAgain } from './set-aside-store.ts';

/**
 * The person says that a paper which staff set aside is theirs: it is in use again, and staff cannot set it aside again.
 * Nothing changes if the person has already said so.
 * @throws AppError `not-found`; `invalid` at `id` while another directive is in use
 */
export const confirmPaper = operation({
  name: 'confirmPaper',
  kind: 'write',
  input: z.strictObject({ id: fileId }),
  access: {
    action: 'files.delete',
    subject: ({ id }, { tx, lock }) => store.findFileForChange(tx, id, lock),
  },
  async run({ subject: paper, actor, tx, now, emit, auditDetails }) {
    const { id, ownerId } = paper;
    auditDetails({ file_id: id });
    if (paper.set_aside_at === null && paper.owner_confirmed_at !== null) {
      auditDetails({ changed: false });
      return store.getFile(tx, id);
    }
    const refusal = refusalOfUsingAgain(paper, await hasDirectiveInUse(tx, ownerId));
    if (refusal === 'not-set-aside') throw new AppError('not-found');
    if (refusal === 'replaced') refuseInvalid([{ field: 'id', message: 'error.file.otherInUse' }]);
    await useAgain(tx, id, now);
    await store.recordFileActivity(tx, 'FILE_USED_AGAIN', paper, doneBy(actor), now);
    emit('file.used-again', { user_id: ownerId, file_id: id });
    return store.getFile(tx, id);
  },
});
