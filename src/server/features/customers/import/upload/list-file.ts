import { place } from '../../../../db/sealing/sealed-columns.ts';
import type { Services } from '../../../../pipeline/context.ts';
import { newFileKey, openBlocks, sealBlocks, sealedBytes, sealedRange } from '../../../files/api.ts';

/** An imported list in the object store, encrypted as files are. */
export type ListFile = { id: string; storage_key: string; size: number; key_sealed: Buffer };

const keyPlace = (importId: string) => place('customer_imports', 'key_sealed', importId);

/** Returns the storage key of an import's list, with the encrypted key of its bytes. */
export function newListFile({ keyring }: Pick<Services, 'keyring'>, id: string, size: number): ListFile {
  const key_sealed = keyring.seal(keyPlace(id), newFileKey().toString('base64'));
  return { id, storage_key: `imports/${id}/${crypto.randomUUID()}`, size, key_sealed };
}

const openKey = ({ keyring }: Pick<Services, 'keyring'>, { id, key_sealed }: ListFile) =>
  Buffer.from(keyring.open(keyPlace(id), key_sealed), 'base64');

/** Seals and stores a list as it arrives. @throws LengthError, ObjectStoreError; errors of `body` */
export async function storeList(
  services: Pick<Services, 'keyring' | 'objectStore'>,
  file: ListFile,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { id, size, storage_key } = file;
  const sealed = sealBlocks(openKey(services, file), id, body, size);
  await services.objectStore.put(storage_key, sealed, sealedBytes(size));
}

/** Yields the bytes of a list as they are read. @throws ObjectStoreError, SealError */
export function readList(
  services: Pick<Services, 'keyring' | 'objectStore'>,
  file: ListFile,
): AsyncGenerator<Buffer> {
  const { id, size, storage_key } = file;
  const { from, to } = sealedRange(size, { from: 0, to: size });
  const sealed = services.objectStore.get(storage_key, { from, to });
  return openBlocks(openKey(services, file), id, sealed, { size, first: 0 });
}
