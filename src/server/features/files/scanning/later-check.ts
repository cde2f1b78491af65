import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Work } from '../../../pipeline/work.ts';
import { becomeFile, keptFinisherOf, refuseOtherParts } from '../uploads/become-file.ts';
import { checkForJob } from '../checks/check-upload.ts';
import type { Checked } from '../checks/checked.ts';
import * as checks from './checks-store.ts';
import { scanForJob, scanWithin } from './scan.ts';
import * as store from '../store.ts';

const hour = 60 * 60_000;

/** How long a job retries the check of a file before the file is refused, in milliseconds. */
export const checkPatienceMs = 24 * hour;

/** How long an upload is kept for a job, and how long the reason of a refusal can be read, in milliseconds. */
const keptMs = 7 * 24 * hour;

/** A check that ended with a verdict or a refusal. */
type Decided = Exclude<Checked, { waits: true }>;

type Leaving = Pick<Work<unknown>, 'tx' | 'now' | 'emit'>;

/** Keeps an upload without a verdict of the virus scanner, for a job to check. It is not readable until then. */
export async function leaveToJob(
  { tx, now, emit }: Leaving,
  file: Pick<store.StoredFile, 'id' | 'ownerId'>,
  { addedBy, becomesFile }: { addedBy: string | null; becomesFile: boolean },
): Promise<void> {
  await checks.keepForCheck(tx, file.id, {
    addedBy,
    becomesFile,
    since: now,
    expiresAt: new Date(now.getTime() + keptMs),
  });
  emit('file.check-due', { user_id: file.ownerId, file_id: file.id });
}

/**
 * Lets a sign-up's file become a file of the person after a job has checked it. If it is refused, the person can read the reason.
 */
export const makeWanted = (tx: Tx, fileId: string, now: Date): Promise<void> =>
  checks.makeWanted(tx, fileId, new Date(now.getTime() + keptMs));

/**
 * Checks an upload again after the virus scanner gave no verdict, and makes a file of it or refuses it. Refuses it after a day
 * without a verdict. Returns false if there was nothing left to do.
 * @throws VirusScanError, ObjectStoreError while there is no verdict; AppError `conflict` if another part arrived meanwhile
 */
export const finishFileCheck = operation({
  name: 'finishFileCheck',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.carryOut', subject: nothing },
  prepare: {
    async run({ input, services, now }): Promise<Decided | null> {
      const file = await store.findStoredFile(services.db, input.id);
      if (!file?.checking_since || file.check_problem !== null) return null;
      const isLast = now.getTime() - file.checking_since.getTime() >= checkPatienceMs;
      try {
        // The last try has a deadline: a silent scanner must not hold up the nightly task for each file that was left.
        const checked = await checkForJob(services, file, isLast ? scanWithin : scanForJob);
        if (checked === null) return { problem: 'broken' };
        return 'waits' in checked ? { problem: 'notChecked' } : checked;
      } catch (error) {
        if (!isLast) throw error;
        return { problem: 'notChecked' };
      }
    },
  },
  async run(work) {
    const { input, prepared: checked, tx, now, emit, auditDetails } = work;
    const file = await store.findFileForChange(tx, input.id, true);
    if (!checked || !file?.checking_since || file.check_problem !== null) return false;
    auditDetails({ file_id: file.id, category: file.category }, file.ownerId);
    if ('problem' in checked) {
      await checks.refuseAfterCheck(tx, file.id, checked.problem, new Date(now.getTime() + keptMs));
      emit('files.unowned', {});
      auditDetails({ problem: checked.problem });
      return true;
    }
    await refuseOtherParts(tx, file, checked);
    if (file.becomes_file)
      auditDetails({ replaced: await becomeFile(work, file, checked.drawn, keptFinisherOf(file)) });
    else await checks.keepChecked(tx, file.id, checked.drawn);
    return true;
  },
});
