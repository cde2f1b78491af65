import { actingStaffOf, doneBy, type DoneBy } from '../../../../domain/access/done-by.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { isPaper, replacesTheOneBefore } from '../../../../domain/files/categories.ts';
import type { PhotographedPage } from '../../../../domain/files/photographs.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Work } from '../../../pipeline/work.ts';
import { activate, replaceDirective } from './activation-store.ts';
import type { FilePart } from '../bytes/content.ts';
import * as store from '../store.ts';

/** Who finished an upload, for the audit record. `staffId` is the staff member who added the file; null for its owner. */
export type Finisher = { by: DoneBy; staffId: string | null };

/** Returns who finishes an upload in a request: the owner, staff in the account, or staff who add a file for it. */
export function finisherOf(actor: Actor, { ownerId }: store.StoredFile): Finisher {
  const own = actor.kind === 'person' && actor.userId !== ownerId ? actor.userId : null;
  return { by: doneBy(actor), staffId: actingStaffOf(actor) ?? own };
}

/** Returns who finished an upload that a job checked. Staff add an end-of-life document from outside the account. */
export const keptFinisherOf = ({ added_by, ownerId, is_eol }: store.StoredFile): Finisher => ({
  by: { actorId: added_by ?? ownerId, inside: added_by !== null && !is_eol },
  staffId: added_by,
});

/**
 * Refuses an upload if a part was sent again or a photographed page was changed during the checks, so was not checked.
 * @throws AppError `conflict`
 */
export async function refuseOtherParts(
  tx: Tx,
  file: Pick<store.StoredFile, 'id' | 'pages'>,
  checked: { parts: readonly string[]; pages?: readonly PhotographedPage[] },
): Promise<void> {
  const parts = await store.findParts(tx, file.id);
  const isSame = parts.map(({ id }) => id).join() === checked.parts.join();
  const hasSamePages = !checked.pages || JSON.stringify(checked.pages) === JSON.stringify(file.pages);
  if (!isSame || !hasSamePages) throw new AppError('conflict');
}

/**
 * Makes a file of a checked upload. A directive replaces the previous one; an end-of-life document replaces none. Returns the id
 * of the replaced file; null if there was none.
 */
export async function becomeFile(
  { tx, now, emit }: Pick<Work<unknown>, 'tx' | 'now' | 'emit'>,
  file: store.StoredFile,
  drawn: FilePart | null,
  { by, staffId }: Finisher,
): Promise<string | null> {
  await activate(tx, file, now, {
    drawn: drawn && { objectId: drawn.id, size: drawn.size },
    addedBy: staffId,
  });
  const replaced =
    replacesTheOneBefore(file.category) && !file.is_eol ? await replaceDirective(tx, file, now) : null;
  await store.recordFileActivity(tx, 'FILE_UPLOADED', file, by, now);
  emit('file.added', {
    user_id: file.ownerId,
    file_id: file.id,
    ...(staffId && { staff_id: staffId }),
    ...(by.inside && { inside: true }),
    ...(isPaper(file.category) && { paper: true }),
  });
  return replaced;
}
