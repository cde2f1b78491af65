import type { Subjects } from '../../../domain/access/subjects.ts';
import { place } from '../../db/sealed-columns.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** A copy of everything, as its owner sees it. */
export type DataExport = {
  id: string;
  status: 'waiting' | 'ready' | 'failed';
  requested_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
};

const columns = ['id', 'status', 'requested_at', 'ready_at', 'expires_at'] as const;

const archivePlace = (id: string) => place('data_exports', 'archive_sealed', id);

/** A person's copies that are being made, did not work, or can still be downloaded; newest first. */
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

/** A new copy to make, or the one that is being made: the database lets a person have one waiting. */
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
  // It was finished just now: the next try finds nothing in the way.
  return row ? { made: false, row } : startExport(tx, userId, now);
}

/** A copy that is to be made, locked against another attempt until the transaction ends. */
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

export async function keepArchive(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  {
    id,
    archive,
    ready_at,
    expires_at,
  }: { id: string; archive: Uint8Array; ready_at: Date; expires_at: Date },
): Promise<void> {
  const archive_sealed = keyring.seal(archivePlace(id), Buffer.from(archive).toString('base64'));
  await tx
    .updateTable('data_exports')
    .set({ status: 'ready', archive_sealed, ready_at, expires_at })
    .where('id', '=', id)
    .execute();
}

type Ready = Subjects['account'] & {
  id: string;
  archive_sealed: Buffer;
  requested_at: Date;
  expires_at: Date;
};

/** An archive that was made, whether or not its time is over; null when there is none of that id. */
export async function findReady(tx: Tx, id: string): Promise<Ready | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select(['id', 'user_id as ownerId', 'archive_sealed', 'requested_at', 'expires_at'])
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  if (!row?.archive_sealed || !row.expires_at) return null;
  const { archive_sealed, expires_at } = row;
  return { kind: 'account', ...row, archive_sealed, expires_at };
}

export function openArchive({ keyring }: Pick<Services, 'keyring'>, { id, archive_sealed }: Ready): Buffer {
  return Buffer.from(keyring.open(archivePlace(id), archive_sealed), 'base64');
}
