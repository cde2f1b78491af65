import { AppError } from '../../../domain/errors.ts';
import { bytesOfPart } from '../../../domain/files/limits.ts';
import type { Services } from '../../pipeline/context.ts';
import { concurrencyByKey } from '../../pipeline/limits/concurrency-by-key.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { openFileKey } from './bytes/content.ts';
import { givingBack, LengthError, sealBlocks, sealedBytes } from './bytes/sealed-blocks.ts';
import { refusalOf } from './faults.ts';
import { announceObject, registerPart, removeObjects, type NewObject } from './objects-store.ts';
import type { OpenUpload } from './upload-operations.ts';

/** Parts that one person sends at a time, and in a minute: more than any line carries. */
const ofPerson = personLimit({ atOnce: 4, waitingAtMost: 16, inMinute: 600 });

/** Parts that one network sends at a time: a house with many people behind one address. */
const ofNetwork = concurrencyByKey({ atOnce: 24, waitingAtMost: 200 });

const notArrived = (file_name: string, cause?: unknown) =>
  new AppError('invalid', {
    fields: [{ field: 'file', message: 'error.file.uploadFailed', params: { file: file_name } }],
    cause,
  });

/** What a sender gave up, by the way in which Node says so. */
const isGivenUp = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code));

/**
 * Takes one part of a file as it arrives, seals it and hands it to the store; nothing of it is kept in memory. The same part may be sent
 * again.
 * @throws AppError `invalid` for more or fewer bytes than the part has, `not-found` when the upload ended meanwhile, `rate-limited`,
 * `unavailable`
 */
export async function receivePart(
  services: Services,
  {
    file,
    part,
    address,
    body,
  }: { file: OpenUpload; part: number; address: string; body: AsyncIterable<Uint8Array> },
): Promise<void> {
  const size = bytesOfPart(file.size, part);
  if (size === 0) throw new AppError('not-found');
  // At once: a client that sends a part again and again must not fill the store until the night. What fails is left to the night.
  const forget = (objects: readonly NewObject[]) => removeObjects(services, objects).catch(() => {});
  const receive = async () => {
    const object = await announceObject(services.db, {
      fileId: file.id,
      folder: file.folder,
      size,
    });
    const fileKey = openFileKey(services, file.id, file.key_sealed);
    try {
      await services.objectStore.put(
        object.key,
        sealBlocks(fileKey, object.id, givingBack(body), size),
        sealedBytes(size),
      );
    } catch (error) {
      if (!(error instanceof LengthError || isGivenUp(error))) throw refusalOf(error);
      await forget([object]);
      throw notArrived(file.file_name, error);
    }
    const replaced = await registerPart(services.db, { fileId: file.id, objectId: object.id, part });
    await forget(replaced ?? [object]);
    if (!replaced) throw new AppError('not-found');
  };
  await ofPerson(file.ownerId, () => ofNetwork(networkOf(address), receive));
}
