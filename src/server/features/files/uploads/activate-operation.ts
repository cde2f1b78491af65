import * as z from 'zod/mini';
import { errorOfProblem, type CheckProblem } from '../../../../domain/files/check-problems.ts';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Refused } from '../../../pipeline/refused.ts';
import type { Work } from '../../../pipeline/work.ts';
import { becomeFile, finisherOf, refuseOtherParts } from './become-file.ts';
import { checkUpload } from '../checks/check-upload.ts';
import type { Checked } from '../checks/checked.ts';
import { refuseDirective } from './directive-limit.ts';
import { leaveToJob } from '../scanning/later-check.ts';
import * as store from '../store.ts';
import { fileId, refuseFull } from './upload-operations.ts';

const notArrived = ({ file_name }: store.StoredFile) =>
  new AppError('invalid', {
    fields: [{ field: 'file', message: 'error.file.uploadFailed', params: { file: file_name } }],
  });

/** Returns the refusal of a photograph that cannot be drawn, at its page. */
const brokenPage = ({ problem, page }: { problem: CheckProblem; page: number }) =>
  new AppError('invalid', {
    fields: [
      {
        field: `page.${page}`,
        message: problem === 'pictureTooBig' ? 'error.file.pictureTooBig' : 'error.photograph.broken',
      },
    ],
  });

type Finishing = Pick<
  Work<unknown, unknown, unknown, Checked | null>,
  'prepared' | 'actor' | 'tx' | 'now' | 'emit' | 'auditDetails' | 'changedFields' | 'refuse'
>;

/**
 * Makes a file of a checked upload. If the virus scanner gave no verdict in time, the upload is kept and a job checks it.
 */
export async function finishUpload(work: Finishing, file: store.StoredFile): Promise<Refused | store.File> {
  const { prepared: checked, actor, tx, emit, auditDetails, changedFields, refuse } = work;
  auditDetails({ file_id: file.id, category: file.category });
  if (file.check_problem !== null)
    throw new AppError('invalid', { fields: [errorOfProblem(file.check_problem, file.category)] });
  if (file.activated_timestamp !== null || file.checking_since !== null) return store.getFile(tx, file.id);
  if (!checked) throw notArrived(file);
  // The other photographs are kept, so that this one can be taken again.
  if ('page' in checked) throw brokenPage(checked);
  if ('problem' in checked) {
    await store.removeFile(tx, file.id);
    emit('files.unowned', {});
    const fields = [errorOfProblem(checked.problem, file.category)];
    return refuse(new AppError('invalid', { fields }), { problem: checked.problem });
  }
  await refuseOtherParts(tx, file, checked);
  // Unfinished uploads do not count for the quota, so several together can exceed it here. The upload stays until there is space.
  const drawnSize = 'drawn' in checked ? checked.drawn?.size : undefined;
  refuseFull(await store.findUsage(tx, file.ownerId), file.size ?? drawnSize ?? 0);
  const finisher = finisherOf(actor, file);
  if ('waits' in checked) {
    await leaveToJob(work, file, { addedBy: finisher.staffId, becomesFile: true });
    auditDetails({ checked: 'later' });
  } else auditDetails({ replaced: await becomeFile(work, file, checked.drawn, finisher) });
  changedFields(['files']);
  return store.getFile(tx, file.id);
}

/**
 * Makes a file of an upload after all its parts have arrived. Refuses and deletes a file whose content does not match its name,
 * that is locked, contains macros or may not be safe. A new directive replaces the previous one. A repeated call changes nothing.
 * If the virus scanner gives no verdict within 15 seconds, the operation returns the upload as it is, and a job checks it.
 * @throws AppError `invalid` at `file`, also when the person's space is full; `unavailable` while the store or the scanner is
 * unavailable: the upload is kept then
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
