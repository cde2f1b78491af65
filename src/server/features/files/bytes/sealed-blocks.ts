import { createCipheriv, createDecipheriv, randomBytes, type CipherGCM } from 'node:crypto';
import { SealError } from '../../../db/sealing/seal.ts';

/** Bytes of a block before it is sealed. A reader of any range reads whole blocks. */
export const blockBytes = 64 * 1024;

const nonceBytes = 12;
const tagBytes = 16;
const overhead = nonceBytes + tagBytes;
const sealedBlockBytes = blockBytes + overhead;

/** Sealed blocks that are handed on together: a store writes few large pieces faster than many small ones. */
const blocksAtOnce = 4;

/** A new key for the blocks of one file. */
export const newFileKey = (): Buffer => randomBytes(32);

/** How many bytes a part of `size` bytes has when it is sealed. */
export const sealedBytes = (size: number): number => size + Math.ceil(size / blockBytes) * overhead;

/** Which object a block belongs to, where it stands there, and whether it is the last: a block that was moved or left out does not open. */
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
 * Gives the memory of bytes back at once. V8 counts it beside its own objects, and would look through all of these for every few
 * megabytes that pass. Only for bytes that nothing else has: those that share their memory with others stay.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Hands on chunks that nothing else has, and gives each back when the next is asked for. */
export async function* givingBack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    giveBack(chunk);
  }
}

/** Puts bytes that only the caller has to a place in others, and gives them back. Gives how many they were. */
function move(bytes: Buffer, target: Buffer, at: number): number {
  const { length } = bytes;
  target.set(bytes, at);
  giveBack(bytes);
  return length;
}

/** Cuts a stream into pieces of `length` bytes, the last one shorter. Each is good until the next one is asked for. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  let count = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + length - count);
      at += taken.length;
      // A piece that stands in one chunk needs no copy.
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

/** More or fewer bytes arrived than were announced. */
export class LengthError extends Error {
  override readonly name = 'LengthError';
}

/**
 * Seals `size` bytes block by block with AES-256-GCM, as they arrive. What it gives stands in the same memory each time: it is good until
 * the next is asked for.
 * @throws LengthError where they are not as many
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

/** The sealed bytes that hold a range of a part. `first` is the number of their first block, `skip` what stands before the range in it. */
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

/** Opens blocks of a part of `size` bytes, from block `first` on. @throws SealError */
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
