import * as z from 'zod/mini';
import { errorOfProblem } from '../../../domain/files/check-problems.ts';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import type { Work } from '../../pipeline/work.ts';
import { becomeFile, finisherOf, refuseOtherParts } from './become-file.ts';
import { checkUpload, type Checked } from './check-upload.ts';
import { refuseDirective } from './directive-limit.ts';
import { leaveToJob } from './later-check.ts';
import * as store from './store.ts';
import { fileId, refuseFull } from './upload-operations.ts';

const notArrived = ({ file_name }: store.StoredFile) =>
  new AppError('invalid', {
    fields: [{ field: 'file', message: 'error.file.uploadFailed', params: { file: file_name } }],
  });

type Finishing = Pick<
  Work<unknown, unknown, unknown, Checked | null>,
  'prepared' | 'actor' | 'tx' | 'now' | 'emit' | 'auditDetails' | 'changedFields' | 'refuse'
>;

/**
 * Makes a file out of an upload that was looked at. Where the virus scanner gave no verdict in time, the upload is kept and a job
 * checks it.
 */
export async function finishUpload(work: Finishing, file: store.StoredFile): Promise<Refused | store.File> {
  const { prepared: checked, actor, tx, emit, auditDetails, changedFields, refuse } = work;
  auditDetails({ file_id: file.id, category: file.category });
  if (file.check_problem !== null)
    throw new AppError('invalid', { fields: [errorOfProblem(file.check_problem, file.category)] });
  if (file.activated_timestamp !== null || file.checking_since !== null) return store.getFile(tx, file.id);
  if (!checked) throw notArrived(file);
  if ('problem' in checked) {
    await store.removeFile(tx, file.id);
    emit('files.unowned', {});
    const fields = [errorOfProblem(checked.problem, file.category)];
    return refuse(new AppError('invalid', { fields }), { problem: checked.problem });
  }
  await refuseOtherParts(tx, file.id, checked.parts);
  // Unfinished uploads take no room, so several may be too many now. The upload stays, to be finished when there is room.
  refuseFull(await store.findUsage(tx, file.ownerId), file.size ?? 0);
  const finisher = finisherOf(actor, file);
  if ('waits' in checked) {
    await leaveToJob(work, file, { addedBy: finisher.staffId, becomesFile: true });
    auditDetails({ checked: 'later' });
  } else auditDetails({ replaced: await becomeFile(work, file, checked.drawn, finisher) });
  changedFields(['files']);
  return store.getFile(tx, file.id);
}

/**
 * Makes a file out of an upload whose parts have all arrived. What is not what its name says, is locked, holds macros or may not
 * be safe is refused, and nothing of it is kept. A directive takes the place of the one before. Asked again, it changes nothing. An
 * upload that the virus scanner is silent about for 15 seconds is answered as it is, and a job checks it.
 * @throws AppError `invalid` at `file`, also when the person's space is full; `unavailable` while the store or the scanner is away: the
 * upload waits then
 */
export const activateFile = operation({
  name: 'activateFile',
  kind: 'write',
  input: z.strictObject({ id: fileId }),
  access: {
    action: 'files.add',
    subject: ({ id }, { tx, lock }) => store.findFileForChange(tx, id, lock),
  },
  prepare: {
    async run({ subject, actor, services, now }) {
      refuseDirective(actor, subject, subject.category);
      return checkUpload(services, now, subject);
    },
  },
  run: (work) => finishUpload(work, work.subject),
});
