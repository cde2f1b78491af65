import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { errorOfProblem } from '../../../../domain/files/check-problems.ts';
import {
  documentTypes,
  fileCategories,
  isPaper,
  replacesTheOneBefore,
  type FileCategory,
} from '../../../../domain/files/categories.ts';
import { plainFileName } from '../../../../domain/files/file-name.ts';
import {
  guestCategory,
  guestDocumentTypes,
  guestFileDays,
  keptDocumentType,
  problemsOfGuestFile,
} from '../../../../domain/files/guest-file.ts';
import { partBytes } from '../../../../domain/files/limits.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import type { Work } from '../../../pipeline/work.ts';
import { activate, replaceDirective } from './activation-store.ts';
import { checkContent } from '../checks/check-upload.ts';
import { sealFileKey, type FilePart } from '../bytes/content.ts';
import { inPieces, newFileKey, sealBlocks, sealedBytes } from '../bytes/sealed-blocks.ts';
import { refusalOf } from '../faults.ts';
import { leaveToJob, makeWanted } from '../scanning/later-check.ts';
import { announceObject } from '../objects-store.ts';
import { scanWithin } from '../scanning/scan.ts';
import * as store from '../store.ts';

const day = 24 * 60 * 60_000;

type Verified = Pick<Work<unknown>, 'tx' | 'now' | 'emit'>;

/** Schema of a visitor's file: its bytes are in the object store and checked, and it has no owner yet. */
export const guestFileShape = z.strictObject({
  id: z.uuid(),
  /** In base64. */
  key_sealed: z.string(),
  category: z.enum(fileCategories),
  document_type: z.nullable(z.enum(documentTypes)),
  file_name: z.string(),
  size: z.number(),
  objects: z.array(z.uuid()),
  /** The virus scanner gave no verdict in time. */
  is_checking: z.optional(z.boolean()),
});

export type GuestFile = z.output<typeof guestFileShape>;

/** The bytes of a visitor's file as they were sent, sealed with a key of their own. */
export type SentFile = { id: string; folder: string; key: Buffer; parts: readonly FilePart[] };

/**
 * Streams the bytes of a file into the store, piece by piece. The objects belong to no file and are removed after an hour if no
 * file gets them.
 * @throws AppError `unavailable`
 */
export async function receiveGuestBytes(
  { db, objectStore }: Pick<Services, 'db' | 'objectStore'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<SentFile> {
  const folder = crypto.randomUUID();
  const key = newFileKey();
  const parts: FilePart[] = [];
  for await (const piece of inPieces(bytes, partBytes)) {
    const size = piece.length;
    const object = await announceObject(db, { fileId: null, folder, size });
    const one = (async function* () {
      yield piece;
    })();
    try {
      await objectStore.put(object.key, sealBlocks(key, object.id, one, size), sealedBytes(size));
    } catch (error) {
      throw refusalOf(error);
    }
    parts.push({ ...object, size });
  }
  return { id: crypto.randomUUID(), folder, key, parts };
}

/** Limit on concurrent checks: each holds a document in memory. */
const limited = concurrencyLimit({ atOnce: 2, waitingAtMost: 20 });

const typeOf = (named: unknown) => guestDocumentTypes.find((type) => type === named);

/**
 * Checks a visitor's file like an upload of a person (D-20), but against the limits for visitors.
 * @throws AppError `invalid` at `documentType`, `file_name`, `size` and `file`; `unavailable`
 */
export async function checkGuestFile(
  services: Services,
  { id, folder, key, parts }: SentFile,
  named: { fileName: unknown; documentType: unknown },
): Promise<GuestFile> {
  const type = typeOf(named.documentType);
  if (!type)
    throw new AppError('invalid', {
      fields: [{ field: 'documentType', message: 'error.file.typeRequired' }],
    });
  const category: FileCategory = guestCategory(type);
  const file_name = plainFileName(typeof named.fileName === 'string' ? named.fileName : '');
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  refuseInvalid(problemsOfGuestFile({ category, file_name, size }));
  const checked = await checkContent(
    services,
    { name: file_name, folder, fileId: null, content: { key, parts } },
    { limit: limited, scan: scanWithin },
  ).catch((error: unknown) => Promise.reject(refusalOf(error)));
  if ('problem' in checked)
    throw new AppError('invalid', { fields: [errorOfProblem(checked.problem, category)] });
  const waits = 'waits' in checked;
  const drawn = waits ? null : checked.drawn;
  return {
    id,
    key_sealed: sealFileKey(services, id, key).toString('base64'),
    category,
    document_type: keptDocumentType(type),
    file_name,
    size: drawn?.size ?? size,
    objects: drawn ? [drawn.id] : [...checked.parts],
    ...(waits && { is_checking: true }),
  };
}

/** Gives objects without an owner to a file, as its parts in this order. @throws AppError `unavailable` if some are missing */
export async function takeObjects(tx: Tx, fileId: string, objects: readonly string[]): Promise<void> {
  const { numAffectedRows } = await sql`
    update file_objects set file_id = ${fileId}, number = taken.number
    from unnest(${[...objects]}::uuid[]) with ordinality as taken (id, number)
    where file_objects.id = taken.id and file_objects.file_id is null and file_objects.number is null`.execute(
    tx,
  );
  if (numAffectedRows !== BigInt(objects.length)) throw new AppError('unavailable');
}

/**
 * Gives a visitor's file to a new account. It is not visible until the address is verified, and is removed after seven days
 * (GAP-113). A job checks it if the virus scanner gave no verdict in time.
 */
export async function keepGuestFile(work: Verified, userId: string, file: GuestFile): Promise<void> {
  const { tx, now } = work;
  const { id, category, document_type, file_name, size, objects } = file;
  const key_sealed = Buffer.from(file.key_sealed, 'base64');
  await store.insertUpload(
    tx,
    { id, user_id: userId, category, document_type, file_name, size, note: null, key_sealed },
    now,
    new Date(now.getTime() + guestFileDays * day),
  );
  await takeObjects(tx, id, objects);
  if (file.is_checking)
    await leaveToJob(work, { id, ownerId: userId }, { addedBy: null, becomesFile: false });
}

const findWaiting = (tx: Tx, userId: string, now: Date) =>
  tx
    .selectFrom('files')
    .innerJoin('file_uploads', 'file_uploads.file_id', 'files.id')
    .select('files.id')
    .where('files.user_id', '=', userId)
    .where('file_uploads.expires_at', '>', now)
    .execute();

/** Whether a file of a sign-up waits until the address is verified. */
export const hasGuestFile = async (tx: Tx, userId: string, now: Date): Promise<boolean> =>
  (await findWaiting(tx, userId, now)).length > 0;

/** Adds the file of a sign-up to the person's files, after the person has verified the address (GAP-113). */
export async function activateGuestFile({ tx, now, emit }: Verified, userId: string): Promise<void> {
  for (const { id } of await findWaiting(tx, userId, now)) {
    const file = await store.findFileForChange(tx, id, true);
    if (!file) continue;
    if (file.checking_since !== null) {
      await makeWanted(tx, id, now);
      continue;
    }
    await activate(tx, file, now, { drawn: null, addedBy: null });
    if (replacesTheOneBefore(file.category)) await replaceDirective(tx, file, now);
    await recordActivity(
      tx,
      { template: 'FILE_UPLOADED', userId, actorId: userId, at: now },
      { file: file.file_name },
    );
    emit('file.added', { user_id: userId, file_id: id, ...(isPaper(file.category) && { paper: true }) });
  }
}
