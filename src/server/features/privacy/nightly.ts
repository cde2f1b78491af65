import { melbourneDate } from '../../../domain/fields.ts';
import { codeOf } from '../../jobs/queue.ts';
import type { Services } from '../../pipeline/context.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { findDue, remindOfDeletion, tidyExports } from './api.ts';
import { deleteAccount } from './deletion/deletion-operations.ts';

/**
 * Runs the scheduled privacy tasks: deletes expired copies, reminds people of a pending deletion, and deletes accounts on their
 * day. Uses the clock of `services`, which must be reliable. Several processes can run it at once. An account that cannot be
 * deleted does not stop the others.
 */
export async function carryOutRequests(services: Services, log: WriteLine): Promise<void> {
  const now = services.clock();
  await tidyExports(services.db, now);
  const reminded = await remindOfDeletion(services, now);
  let after: string | null = null;
  for (;;) {
    const due: string[] = await findDue(services.db, melbourneDate(now), after);
    for (const user_id of due) {
      try {
        await deleteAccount.call(ownContext(services), { user_id });
      } catch (error) {
        log(`An account that is due for deletion could not be deleted (${codeOf(error)}).`, 'error');
      }
    }
    after = due.at(-1) ?? null;
    if (after === null) break;
  }
  if (reminded > 0) services.eventsWaiting();
}
