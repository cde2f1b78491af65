import { findStaleSignUps } from '../features/sign-in/api.ts';
import { removeStaleSignUp } from '../features/sign-in/verify-operations.ts';
import { byDatabaseClock } from '../db/clock.ts';
import type { Context, Services } from '../pipeline/context.ts';
import {
  findDue,
  findWaiting,
  giveUpExport,
  remindOfDeletion,
  tidyExports,
} from '../features/privacy/api.ts';
import { deleteAccount } from '../features/privacy/deletion/deletion-operations.ts';
import { finishDataExport } from '../features/privacy/copy/export-operations.ts';
import { melbourneDate } from '../../domain/fields.ts';
import { codeOf } from './queue.ts';
import type { WriteLine } from '../ports/write-line.ts';

/** Returns the context for a call by the product itself. */
export const ownContext = (services: Services): Context => ({
  services,
  actor: { kind: 'system' },
  meta: { requestId: 'job', address: '', userAgent: null, language: 'en', sessionId: null },
});

/** How long making a copy is retried before it is marked as failed, in milliseconds. */
const exportPatience = 60 * 60_000;

/**
 * Makes the requested copy of all data of a person. Run twice, concurrently or in sequence, it makes one.
 * @throws the cause of a failure while a retry may succeed
 */
export async function makeExport(called: Services, exportId: string): Promise<void> {
  const waiting = await findWaiting(called.db, exportId);
  if (!waiting) return;
  const services = await byDatabaseClock(called);
  const now = services.clock();
  try {
    await finishDataExport.call(ownContext(services), { id: exportId });
  } catch (error) {
    if (now.getTime() - waiting.requested_at.getTime() < exportPatience) throw error;
    await giveUpExport(services.db, exportId);
  }
}

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

/** Removes sign-ups whose address was not verified in time (D-39), under the same conditions. */
export async function removeStaleSignUps(services: Services, log: WriteLine): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const stale: string[] = await findStaleSignUps(services.db, services.clock(), { after });
    for (const user_id of stale) {
      try {
        await removeStaleSignUp.call(ownContext(services), { user_id });
      } catch (error) {
        log(`An expired sign-up could not be removed (${codeOf(error)}).`, 'error');
      }
    }
    after = stale.at(-1) ?? null;
    if (after === null) return;
  }
}
