import { AppError } from '../../../../domain/errors.ts';
import { bytesOfPart } from '../../../../domain/files/limits.ts';
import type { Services } from '../../../pipeline/context.ts';
import { concurrencyByKey } from '../../../pipeline/limits/concurrency-by-key.ts';
import { networkOf } from '../../../pipeline/limits/limit.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { openFileKey } from '../bytes/content.ts';
import { givingBack, LengthError, sealBlocks, sealedBytes } from '../bytes/sealed-blocks.ts';
import { refusalOf } from '../faults.ts';
import { announceObject, registerPart, removeObjects, type NewObject } from '../objects-store.ts';
import type { OpenUpload } from './upload-operations.ts';

/** Limit on the parts that one person sends concurrently and in a minute: more than any connection carries. */
const ofPerson = personLimit({ atOnce: 4, waitingAtMost: 16, inMinute: 600 });

/** Limit on the parts that one network sends concurrently: a care home has many people behind one address. */
const ofNetwork = concurrencyByKey({ atOnce: 24, waitingAtMost: 200 });

const notArrived = (file_name: string, cause?: unknown) =>
  new AppError('invalid', {
    fields: [{ field: 'file', message: 'error.file.uploadFailed', params: { file: file_name } }],
    cause,
  });

/** Whether the sender closed the connection, by Node's error codes. */
const isGivenUp = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code));

/**
 * Receives one part of a file, seals it and streams it to the store without keeping it in memory. The same part may be sent
 * again.
 * @throws AppError `invalid` for more or fewer bytes than the part has, `not-found` if the upload ended meanwhile,
 * `rate-limited`, `unavailable`
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
  // Delete now, so that re-sent parts cannot fill the store; the nightly clean-up retries failures.
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
    const replaced = await registerPart(services.db, {
      fileId: file.id,
      objectId: object.id,
      part: file.numbersBefore + part,
    });
    await forget(replaced ?? [object]);
    if (!replaced) throw new AppError('not-found');
  };
  await ofPerson(file.ownerId, () => ofNetwork(networkOf(address), receive));
}
