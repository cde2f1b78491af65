import { codeOf } from '../../jobs/queue.ts';
import type { Services } from '../../pipeline/context.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { findStaleSignUps } from './verifying/stale-sign-ups.ts';
import { removeStaleSignUp } from './verifying/verify-operations.ts';

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
