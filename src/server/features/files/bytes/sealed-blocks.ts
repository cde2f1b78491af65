import { createCipheriv, createDecipheriv, randomBytes, type CipherGCM } from 'node:crypto';
import { SealError } from '../../../db/sealing/seal.ts';

/** Size of a block before it is sealed, in bytes. Reads of any range read whole blocks. */
export const blockBytes = 64 * 1024;

const nonceBytes = 12;
const tagBytes = 16;
const overhead = nonceBytes + tagBytes;
const sealedBlockBytes = blockBytes + overhead;

/** Number of sealed blocks in one chunk: a store writes few large chunks faster than many small ones. */
const blocksAtOnce = 4;

/** Returns a new key for the blocks of one file. */
export const newFileKey = (): Buffer => randomBytes(32);

/** Returns the sealed size of a part of `size` bytes. */
export const sealedBytes = (size: number): number => size + Math.ceil(size / blockBytes) * overhead;

/**
 * Returns the authenticated data of a block: its object, its position, and whether it is the last. A part with a moved or missing
 * block therefore cannot be opened.
 */
const placeOf = (objectId: string, block: number, isLast: boolean) =>
  Buffer.from(JSON.stringify([objectId, block, isLast]));

function cipherOf(key: Buffer, nonce: Buffer, place: Buffer): CipherGCM {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(place);
  return cipher;
}

function openBlock(key: Buffer, place: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(place);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const clear = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    decipher.final();
    return clear;
  } catch {
    throw new SealError('A block of a file was changed or moved.');
  }
}

/**
 * Releases the memory of bytes immediately. V8 counts this memory with its own objects, and would collect garbage for every few
 * megabytes that pass through. Only for bytes without other references; bytes that share their buffer with others are kept.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Passes on chunks without other references, and releases each one when the next is requested. */
export async function* givingBack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    giveBack(chunk);
  }
}

/** Copies bytes to `target` at `at`, and releases their memory. Returns their number. Nothing else may refer to the bytes. */
function move(bytes: Buffer, target: Buffer, at: number): number {
  const { length } = bytes;
  target.set(bytes, at);
  giveBack(bytes);
  return length;
}

/** Cuts a stream into pieces of `length` bytes; the last may be shorter. Each piece is valid until the next one is requested. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  let count = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + length - count);
      at += taken.length;
      // A piece that lies within one chunk needs no copy.
      if (taken.length === length) {
        yield Buffer.from(taken.buffer, taken.byteOffset, length);
        continue;
      }
      held ??= Buffer.allocUnsafeSlow(length);
      held.set(taken, count);
      count += taken.length;
      if (count < length) continue;
      yield held;
      count = 0;
    }
  }
  if (held && count > 0) yield held.subarray(0, count);
}

/** Thrown if more or fewer bytes arrive than were announced. */
export class LengthError extends Error {
  override readonly name = 'LengthError';
}

/**
 * Seals `size` bytes block by block with AES-256-GCM, as they arrive. All chunks use the same memory: each is valid until the
 * next one is requested.
 * @throws LengthError if more or fewer bytes arrive
 */
export async function* sealBlocks(
  key: Buffer,
  objectId: string,
  clear: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  const blocks = Math.ceil(size / blockBytes);
  const sealed = Buffer.allocUnsafeSlow(Math.min(sealedBytes(size), blocksAtOnce * sealedBlockBytes));
  let filled = 0;
  let passed = 0;
  let cipher: CipherGCM | undefined;
  for await (const chunk of clear) {
    if (passed + chunk.length > size) throw new LengthError('More bytes than announced');
    for (let at = 0; at < chunk.length;) {
      if (!cipher) {
        const block = passed / blockBytes;
        const nonce = randomBytes(nonceBytes);
        cipher = cipherOf(key, nonce, placeOf(objectId, block, block === blocks - 1));
        filled += nonce.copy(sealed, filled);
      }
      const taken = chunk.subarray(at, at + blockBytes - (passed % blockBytes));
      filled += move(cipher.update(taken), sealed, filled);
      at += taken.length;
      passed += taken.length;
      if (passed % blockBytes !== 0 && passed !== size) continue;
      cipher.final();
      filled += cipher.getAuthTag().copy(sealed, filled);
      cipher = undefined;
      if (filled < sealed.length && passed !== size) continue;
      yield sealed.subarray(0, filled);
      filled = 0;
    }
  }
  if (passed !== size) throw new LengthError('Fewer bytes than announced');
}

/** Returns the range of sealed bytes that contains a range of a part. `first` is the number of its first block, `skip` the number of
 * bytes in that block before the range. */
export function sealedRange(
  size: number,
  { from, to }: { from: number; to: number },
): { from: number; to: number; first: number; skip: number } {
  const first = Math.floor(from / blockBytes);
  const last = Math.ceil(to / blockBytes);
  return {
    from: first * sealedBlockBytes,
    to: Math.min(last * sealedBlockBytes, sealedBytes(size)),
    first,
    skip: from - first * blockBytes,
  };
}

/** Decrypts blocks of a part of `size` bytes, starting with block `first`. @throws SealError */
export async function* openBlocks(
  key: Buffer,
  objectId: string,
  sealed: AsyncIterable<Uint8Array>,
  { size, first }: { size: number; first: number },
): AsyncGenerator<Buffer> {
  const blocks = Math.ceil(size / blockBytes);
  let block = first;
  for await (const piece of inPieces(sealed, sealedBlockBytes)) {
    yield openBlock(key, placeOf(objectId, block, block === blocks - 1), piece);
    block += 1;
  }
}
