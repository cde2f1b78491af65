import { randomUUID } from 'node:crypto';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

/** A copy of all data, as its owner sees it. */
export type DataExport = {
  id: string;
  status: 'waiting' | 'ready' | 'failed';
  requested_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
};

const columns = ['id', 'status', 'requested_at', 'ready_at', 'expires_at'] as const;

const archivePlace = (id: string) => place('data_exports', 'archive_sealed', id);

const partPlace = (id: string) => place('data_export_parts', 'part_sealed', id);

/** Returns a person's copies that are being made, failed, or can still be downloaded; newest first. */
export function findExports(tx: Tx, userId: string, now: Date): Promise<DataExport[]> {
  return tx
    .selectFrom('data_exports')
    .select(columns)
    .where('user_id', '=', userId)
    .where((either) => either.or([either('expires_at', 'is', null), either('expires_at', '>', now)]))
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute();
}

export async function hasWaiting(tx: Tx, userId: string): Promise<boolean> {
  return (await findWaitingOf(tx, userId)) !== undefined;
}

const findWaitingOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('data_exports')
    .select(columns)
    .where('user_id', '=', userId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();

/** Returns a new copy to make, or the one that is being made: the database allows one waiting copy for each person. */
export async function startExport(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ made: boolean; row: DataExport }> {
  const made = await tx
    .insertInto('data_exports')
    .values({ user_id: userId, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (made) return { made: true, row: made };
  const row = await findWaitingOf(tx, userId);
  // It was finished just now: the next attempt finds no conflict.
  return row ? { made: false, row } : startExport(tx, userId, now);
}

/** Returns a copy to make, locked against other attempts until the transaction ends. */
export async function findWaitingForChange(
  tx: Tx,
  id: string,
): Promise<{ id: string; userId: string } | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select(['id', 'user_id as userId'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores one part of an attempt's archive. It belongs to no copy until `finishArchive` is called. */
export async function keepPart(
  db: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  { exportId, userId, attempt }: { exportId: string; userId: string; attempt: string },
  number: number,
  part: Buffer,
): Promise<void> {
  const id = randomUUID();
  await db
    .insertInto('data_export_parts')
    .values({
      id,
      export_id: exportId,
      user_id: userId,
      attempt,
      number,
      part_sealed: keyring.seal(partPlace(id), part.toString('base64')),
    })
    .execute();
}

/** Makes the parts of an attempt the copy, and deletes those of other attempts. */
export async function finishArchive(
  tx: Tx,
  { id, attempt, ready_at, expires_at }: { id: string; attempt: string; ready_at: Date; expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ status: 'ready', attempt, ready_at, expires_at })
    .where('id', '=', id)
    .execute();
  await tx
    .deleteFrom('data_export_parts')
    .where('export_id', '=', id)
    .where('attempt', '<>', attempt)
    .execute();
}

/** Deletes the parts of a failed attempt. */
export async function forgetParts(db: Tx, exportId: string, attempt: string): Promise<void> {
  await db
    .deleteFrom('data_export_parts')
    .where('export_id', '=', exportId)
    .where('attempt', '=', attempt)
    .execute();
}

type Ready = Subjects['account'] & {
  id: string;
  archive_sealed: Buffer | null;
  attempt: string | null;
  requested_at: Date;
  expires_at: Date;
};

/** Returns a finished archive, expired or not; null for an unknown id. */
export async function findReady(tx: Tx, id: string): Promise<Ready | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select(['id', 'user_id as ownerId', 'archive_sealed', 'attempt', 'requested_at', 'expires_at'])
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  if (!row?.expires_at || (!row.archive_sealed && row.attempt === null)) return null;
  const { expires_at } = row;
  return { kind: 'account', ...row, expires_at };
}

/** Yields an archive part by part. @throws Error if it is deleted while it is read */
export async function* readArchive(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  { id, archive_sealed, attempt }: Ready,
): AsyncGenerator<Buffer> {
  // Copies of the previous release are stored in one part.
  if (archive_sealed) yield Buffer.from(keyring.open(archivePlace(id), archive_sealed), 'base64');
  if (attempt === null) return;
  const parts = await db
    .selectFrom('data_export_parts')
    .select('id')
    .where('export_id', '=', id)
    .where('attempt', '=', attempt)
    .orderBy('number')
    .execute();
  for (const part of parts) {
    const { part_sealed } = await db
      .selectFrom('data_export_parts')
      .select('part_sealed')
      .where('id', '=', part.id)
      .executeTakeFirstOrThrow();
    yield Buffer.from(keyring.open(partPlace(part.id), part_sealed), 'base64');
  }
}
