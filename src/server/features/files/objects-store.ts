import { sql } from 'kysely';
import type { Database } from '../../db/connection/connect.ts';
import { inOneRoundTrip } from '../../db/transactions/transaction.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** An object that is being written. */
export type NewObject = { id: string; key: string };

/** Time limit for writing an object, in hours. After it the write counts as abandoned, and its bytes are removed. */
const writingHours = 1;

/** Number of rows that one step handles. */
const batch = 200;

/**
 * Records an object before it is written, so that it can be found and removed if its writer dies. `fileId` is null if the file is
 * created later, or perhaps never.
 */
export async function announceObject(
  db: Tx,
  { fileId, folder, size }: { fileId: string | null; folder: string; size: number },
): Promise<NewObject> {
  const id = crypto.randomUUID();
  const key = `files/${folder}/${id}`;
  await db.insertInto('file_objects').values({ id, key, file_id: fileId, size }).execute();
  return { id, key };
}

/**
 * Makes a written object the part of an upload. Returns the objects that were this part before; they now belong to no file.
 * Returns null if the upload has ended or its check has begun: checked content is never exchanged.
 */
export async function registerPart(
  db: Database,
  { fileId, objectId, part }: { fileId: string; objectId: string; part: number },
): Promise<NewObject[] | null> {
  const isOpen = sql<boolean>`exists (
    select 1 from file_uploads where file_id = ${fileId} and checking_since is null)`;
  // The first statement takes the lock, so the others see the changes of the previous holder.
  const [, replaced, registered] = await inOneRoundTrip(db, [
    db.selectFrom('file_uploads').select('file_id').where('file_id', '=', fileId).forUpdate(),
    db
      .updateTable('file_objects')
      .set({ file_id: null })
      .where('file_id', '=', fileId)
      .where('number', '=', part)
      .where(isOpen)
      .returning(['id', 'key']),
    db
      .updateTable('file_objects')
      .set({ number: part })
      .where('id', '=', objectId)
      .where('file_id', '=', fileId)
      .where(isOpen)
      .returning('id'),
  ]);
  return registered.length > 0 ? replaced : null;
}

/**
 * Removes objects that belong to no file: first the bytes, then the rows, so that objects that a failing store kept are found
 * again.
 * @throws ObjectStoreError
 */
export async function removeObjects(
  { db, objectStore }: Pick<Services, 'db' | 'objectStore'>,
  objects: readonly NewObject[],
): Promise<void> {
  if (objects.length === 0) return;
  await objectStore.delete(objects.map(({ key }) => key));
  const ids = objects.map(({ id }) => id);
  await db.deleteFrom('file_objects').where('id', 'in', ids).execute();
}

/**
 * Removes all objects that belong to no file, in bounded steps. Several processes may do it concurrently. Returns how many.
 * @throws ObjectStoreError
 */
export async function removeUnowned(services: Pick<Services, 'db' | 'objectStore'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows } = await sql<{ id: string; key: string }>`
      select id, key from file_objects
      where (file_id is null or number is null)
        and (number is not null or created_at < now() - make_interval(hours => ${writingHours}))
      order by created_at limit ${batch}`.execute(services.db);
    if (rows.length === 0) return removed;
    await removeObjects(services, rows);
    removed += rows.length;
    if (rows.length < batch) return removed;
  }
}

/** Finds uploads that have waited for their check since before `before`, with ids after `after`; an empty list at the end. */
export async function findLeftChecks(tx: Tx, before: Date, after: string | null): Promise<string[]> {
  let query = tx
    .selectFrom('file_uploads')
    .select('file_id')
    .where('checking_since', '<', before)
    .where('problem', 'is', null);
  if (after !== null) query = query.where('file_id', '>', after);
  const rows = await query.orderBy('file_id').limit(batch).execute();
  return rows.map(({ file_id }) => file_id);
}

/** Finds expired uploads with ids after `after`; an empty list at the end. */
export async function findStaleUploads(tx: Tx, now: Date, after: string | null): Promise<string[]> {
  let query = tx.selectFrom('file_uploads').select('file_id').where('expires_at', '<', now);
  if (after !== null) query = query.where('file_id', '>', after);
  const rows = await query.orderBy('file_id').limit(batch).execute();
  return rows.map(({ file_id }) => file_id);
}
