import type { Services } from '../../pipeline/context.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import { codeOf } from '../../jobs/queue.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { findLeftChecks, findStaleUploads, removeUnowned } from './objects-store.ts';
import { checkPatienceMs, finishFileCheck } from './scanning/later-check.ts';
import { removeStaleUpload } from './uploads/upload-operations.ts';

/**
 * Deletes uploads that were not finished in time, and objects without a file. An upload that cannot be removed does not stop the
 * others.
 * @throws ObjectStoreError while the store is unavailable
 */
export async function tidyFiles(services: Services, log: WriteLine): Promise<void> {
  await decideLeftChecks(services, log);
  let after: string | null = null;
  for (;;) {
    const stale: string[] = await findStaleUploads(services.db, services.clock(), after);
    for (const id of stale) {
      try {
        await removeStaleUpload.call(ownContext(services), { id });
      } catch (error) {
        log(`An expired upload could not be removed (${codeOf(error)}).`, 'error');
      }
    }
    after = stale.at(-1) ?? null;
    if (after === null) break;
  }
  await removeUnowned(services);
}

/** Checks uploads again whose job failed permanently: each becomes a file, or is refused because its time has expired. */
async function decideLeftChecks(services: Services, log: WriteLine): Promise<void> {
  const before = new Date(services.clock().getTime() - checkPatienceMs);
  let after: string | null = null;
  do {
    const left: string[] = await findLeftChecks(services.db, before, after);
    for (const id of left) {
      try {
        await finishFileCheck.call(ownContext(services), { id });
      } catch (error) {
        log(`A file that waits for its check could not be checked (${codeOf(error)}).`, 'error');
      }
    }
    after = left.at(-1) ?? null;
  } while (after !== null);
}
