import type { CheckProblem } from '../../../../domain/files/check-problems.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { Work } from '../../../pipeline/work.ts';
import { sealFileKey } from '../bytes/content.ts';
import { checkContent } from '../checks/check-upload.ts';
import { refusalOf } from '../faults.ts';
import { leaveToJob } from '../scanning/later-check.ts';
import { scanWithin } from '../scanning/scan.ts';
import * as store from '../store.ts';
import { becomeFile } from './become-file.ts';
import { receiveGuestBytes, takeObjects } from './guest-file.ts';
import { refuseFull } from './upload-operations.ts';

/** A checked document, whose bytes are in the object store and belong to no file yet. */
export type GivenDocument = {
  id: string;
  key_sealed: Buffer;
  file_name: string;
  size: number;
  objects: readonly string[];
  /** The virus scanner gave no verdict in time. */
  isChecking: boolean;
};

/** Limit on concurrent checks: each holds a document in memory. */
const limited = concurrencyLimit({ atOnce: 1, waitingAtMost: 20 });

/**
 * Stores and checks the bytes of a document like those of an upload. The objects are removed after an hour if no file gets them.
 * @throws AppError `unavailable`
 */
export async function checkGivenDocument(
  services: Services,
  bytes: AsyncIterable<Uint8Array>,
  file_name: string,
): Promise<GivenDocument | { problem: CheckProblem }> {
  const { id, folder, key, parts } = await receiveGuestBytes(services, bytes);
  const checked = await checkContent(
    services,
    { name: file_name, folder, fileId: null, content: { key, parts } },
    { limit: limited, scan: scanWithin },
  ).catch((error: unknown) => Promise.reject(refusalOf(error)));
  if ('problem' in checked) return checked;
  const drawn = 'waits' in checked ? null : checked.drawn;
  return {
    id,
    key_sealed: sealFileKey(services, id, key),
    file_name,
    size: drawn?.size ?? parts.reduce((sum, { size }) => sum + size, 0),
    objects: drawn ? [drawn.id] : checked.parts,
    isChecking: 'waits' in checked,
  };
}

/**
 * Makes an end-of-life document of a person from a checked document (CON-36). A job checks it first if the virus scanner gave no
 * verdict. `staffId` is the staff member who added it; null for the product.
 * @throws AppError `invalid` at `file` when the person's space is full; `unavailable` when the objects are gone
 */
export async function keepGivenDocument(
  work: Pick<Work<unknown>, 'tx' | 'now' | 'emit'>,
  { id, objects, isChecking, ...document }: GivenDocument,
  { userId, staffId }: { userId: string; staffId: string | null },
): Promise<void> {
  const { tx, now } = work;
  await store.lockFilesOf(tx, userId);
  refuseFull(await store.findUsage(tx, userId), document.size);
  const file = {
    ...document,
    id,
    user_id: userId,
    category: 'ACP' as const,
    document_type: null,
    note: null,
  };
  await store.insertUpload(tx, file, now, now);
  await tx.updateTable('files').set({ is_eol: true }).where('id', '=', id).execute();
  await takeObjects(tx, id, objects);
  if (isChecking) return leaveToJob(work, { id, ownerId: userId }, { addedBy: staffId, becomesFile: true });
  const stored = await store.findFileForChange(tx, id, true);
  if (stored) await becomeFile(work, stored, null, { by: { actorId: staffId, inside: false }, staffId });
}
