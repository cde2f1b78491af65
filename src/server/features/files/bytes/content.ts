import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services } from '../../../pipeline/context.ts';
import { giveBack, openBlocks, sealedRange } from './sealed-blocks.ts';

/** A stored object that contains a part of a file. `size` is in bytes, before sealing. */
export type FilePart = { id: string; key: string; size: number };

/** The data needed to read a file: its key, and its parts in order. */
export type Content = { key: Buffer; parts: readonly FilePart[] };

const keyPlace = (fileId: string) => place('files', 'key_sealed', fileId);

export const sealFileKey = ({ keyring }: Pick<Services, 'keyring'>, fileId: string, key: Buffer): Buffer =>
  keyring.seal(keyPlace(fileId), key.toString('base64'));

export const openFileKey = ({ keyring }: Pick<Services, 'keyring'>, fileId: string, sealed: Buffer): Buffer =>
  Buffer.from(keyring.open(keyPlace(fileId), sealed), 'base64');

export const bytesOf = ({ parts }: Content): number => parts.reduce((sum, { size }) => sum + size, 0);

/**
 * Reads the bytes from `from` up to but without `to`, on demand. The caller holds the only reference to a chunk.
 * @throws ObjectStoreError, SealError
 */
export async function* readContent(
  { objectStore }: Pick<Services, 'objectStore'>,
  content: Content,
  { from, to }: { from: number; to: number } = { from: 0, to: bytesOf(content) },
): AsyncGenerator<Buffer> {
  let start = 0;
  for (const part of content.parts) {
    const range = { from: Math.max(0, from - start), to: Math.min(part.size, to - start) };
    start += part.size;
    if (range.from >= range.to) continue;
    const sealed = sealedRange(part.size, range);
    let skip = sealed.skip;
    let left = range.to - range.from;
    for await (const block of openBlocks(content.key, part.id, objectStore.get(part.key, sealed), {
      size: part.size,
      first: sealed.first,
    })) {
      const wanted = block.subarray(skip, skip + left);
      skip = 0;
      left -= wanted.length;
      yield wanted;
    }
  }
}

/** Reads a range of a small file into memory. @throws ObjectStoreError, SealError */
export async function readWhole(
  services: Pick<Services, 'objectStore'>,
  content: Content,
  { from, to }: { from: number; to: number } = { from: 0, to: bytesOf(content) },
): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(Math.max(0, to - from));
  let filled = 0;
  for await (const chunk of readContent(services, content, { from, to })) {
    whole.set(chunk, filled);
    filled += chunk.length;
    giveBack(chunk);
  }
  return whole.subarray(0, filled);
}
