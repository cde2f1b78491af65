import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { inOneRoundTrip } from '../../db/transaction.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** An object that is being written. */
export type NewObject = { id: string; key: string };

/** How long an object may take to be written. Then it is taken for given up, and what stands of it is removed. */
const writingHours = 1;

/** Objects that one step removes. */
const batch = 200;

/** Announces an object, so that it is found and removed if its writer dies; without a file where the file comes later, or never. */
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
 * Makes a written object the part of an upload, and gives those that were sent as this part before, which belong to no file now. Null
 * when the upload ended meanwhile: what was checked is never exchanged.
 */
export async function registerPart(
  db: Database,
  { fileId, objectId, part }: { fileId: string; objectId: string; part: number },
): Promise<NewObject[] | null> {
  const isOpen = sql<boolean>`exists (
    select 1 from file_uploads where file_id = ${fileId} and checking_since is null)`;
  // Each sees what the one that held the lock before has done.
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
 * Removes objects that belong to no file: bytes first, then the rows, so that what a store that fails leaves is found again.
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
 * Removes all objects that belong to no file, in bounded steps. Several processes may do it at once.
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

/** Uploads that a job should have checked before an instant, behind an id; an empty list at the end. */
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

/** Uploads whose time is over, behind an id; an empty list at the end. */
export async function findStaleUploads(tx: Tx, now: Date, after: string | null): Promise<string[]> {
  let query = tx.selectFrom('file_uploads').select('file_id').where('expires_at', '<', now);
  if (after !== null) query = query.where('file_id', '>', after);
  const rows = await query.orderBy('file_id').limit(batch).execute();
  return rows.map(({ file_id }) => file_id);
}
