import type { CheckProblem } from '../../../../domain/files/check-problems.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { replaceParts } from '../uploads/activation-store.ts';
import type { FilePart } from '../bytes/content.ts';

/** Keeps an upload for a job to check. */
export async function keepForCheck(
  tx: Tx,
  fileId: string,
  kept: { addedBy: string | null; becomesFile: boolean; since: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('file_uploads')
    .set({ checking_since: kept.since, becomes_file: kept.becomesFile, expires_at: kept.expiresAt })
    .where('file_id', '=', fileId)
    .execute();
  await tx.updateTable('files').set({ added_by: kept.addedBy }).where('id', '=', fileId).execute();
}

/** Lets an upload become a file as soon as it is checked. */
export async function makeWanted(tx: Tx, fileId: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('file_uploads')
    .set({ becomes_file: true, expires_at: expiresAt })
    .where('file_id', '=', fileId)
    .execute();
}

/** Keeps a checked file of a sign-up until its address is verified. */
export async function keepChecked(tx: Tx, fileId: string, drawn: FilePart | null): Promise<void> {
  await tx.updateTable('file_uploads').set({ checking_since: null }).where('file_id', '=', fileId).execute();
  if (!drawn) return;
  await replaceParts(tx, fileId, drawn.id);
  await tx.updateTable('files').set({ size: drawn.size }).where('id', '=', fileId).execute();
}

/** Keeps only the name of a refused upload and the reason, until `expiresAt`. Its objects are removed after the commit. */
export async function refuseAfterCheck(
  tx: Tx,
  fileId: string,
  problem: CheckProblem,
  expiresAt: Date,
): Promise<void> {
  await tx
    .updateTable('file_uploads')
    .set({ problem, expires_at: expiresAt })
    .where('file_id', '=', fileId)
    .execute();
  await tx.updateTable('file_objects').set({ file_id: null }).where('file_id', '=', fileId).execute();
}
