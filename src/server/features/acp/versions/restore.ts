import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { isOnlyPapers } from '../../../../domain/plan/emergency/standing.ts';
import { pdfFileName } from '../../../documents/plan/plan-file-name.ts';
import type { Work } from '../../../pipeline/work.ts';
import { findSnapshot } from './frozen-words.ts';
import { referToSignature } from '../signing/signature-store.ts';
import * as store from '../store.ts';
import type { Acp } from '../store.ts';
import { secondsUntilNextVersion } from './versions-store.ts';

type Changing = Pick<Work<unknown>, 'tx' | 'services' | 'now'>;

/**
 * Restores an earlier signed state of a plan as the state in force, as a new version: with its answers, its signature, the signed
 * texts and the person's dates, so that its own statements stay true. The replaced state is kept as an earlier one, and printed
 * documents count as old (D-09). The caller has locked the plan and checks access.
 * @returns the number of the new version
 * @throws AppError `rate-limited` when too many signed states were made
 */
export async function restoreVersion(
  { tx, services, now }: Changing,
  acp: Acp,
  chosen: Acp,
): Promise<number> {
  const retryAfter = await secondsUntilNextVersion(tx, acp.user_id, now);
  if (retryAfter > 0) throw new AppError('rate-limited', { details: { retryAfter } });
  await store.keepRevision(tx, services, acp, now);
  await referToSignature(tx, services, acp, chosen.answers.signatureImage);
  const plan_version = acp.plan_version + 1;
  const { answers, definition_version, language, updated_at } = chosen;
  const change = {
    ...{ id: acp.id, status: 'complete' as const, version: acp.version + 1, plan_version },
    ...{ answers, definition_version, language, updated_at, share_date: acp.share_date },
    external: acp.external,
    completed_at: chosen.completed_at ?? chosen.updated_at,
    snapshot: await findSnapshot(tx, services, chosen.id),
  };
  await store.updateOfActive(services, change).execute(tx);
  await tx
    .updateTable('acps')
    .set({ restored_at: now, restored_from: chosen.plan_version })
    .where('id', '=', acp.id)
    .execute();
  const fileName = pdfFileName({
    firstName: answers.firstName ?? '',
    lastName: answers.lastName ?? '',
    version: plan_version,
    date: melbourneDate(updated_at),
    language,
  });
  await store.keepQuestionnaireFile(tx, acp.user_id, fileName, now);
  return plan_version;
}

/**
 * Removes the external mark of a plan. A plan that was signed here is in force exactly as before (D-60); one that consisted only
 * of its papers becomes a draft again, with its answers and without a completion date (LOCK-04).
 */
export async function removeExternalMark({ tx, now }: Pick<Changing, 'tx' | 'now'>, acp: Acp): Promise<void> {
  const asDraft = isOnlyPapers(acp) && {
    completed_at: null,
    version: acp.version + 1,
    updated_at: now,
  };
  await tx
    .updateTable('acps')
    .set({ external: false, ...asDraft })
    .where('id', '=', acp.id)
    .execute();
}
