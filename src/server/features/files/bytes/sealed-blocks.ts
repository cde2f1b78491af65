import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { SealError } from '../../../db/sealing/seal.ts';

/** Bytes of a block before it is sealed. A reader of any range reads whole blocks. */
export const blockBytes = 64 * 1024;

const nonceBytes = 12;
const tagBytes = 16;
const overhead = nonceBytes + tagBytes;

/** A new key for the blocks of one file. */
export const newFileKey = (): Buffer => randomBytes(32);

/** How many bytes a part of `size` bytes has when it is sealed. */
export const sealedBytes = (size: number): number => size + Math.ceil(size / blockBytes) * overhead;

/** Which object a block belongs to, where it stands there, and whether it is the last: a block that was moved or left out does not open. */
const placeOf = (objectId: string, block: number, isLast: boolean) =>
  Buffer.from(JSON.stringify([objectId, block, isLast]));

function sealBlock(key: Buffer, place: Buffer, clear: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(place);
  return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
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

/** Chunks as one, without a copy where it is one already. */
function joined([first, ...others]: readonly Uint8Array[], length: number): Buffer {
  if (!first) return Buffer.alloc(0);
  if (others.length === 0) return Buffer.from(first.buffer, first.byteOffset, first.length);
  return Buffer.concat([first, ...others], length);
}

/** Cuts a stream into pieces of `length` bytes, the last one shorter. Holds one of them. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + length - count);
      held.push(taken);
      count += taken.length;
      at += taken.length;
      if (count < length) continue;
      yield joined(held, count);
      held = [];
      count = 0;
    }
  }
  if (count > 0) yield joined(held, count);
}

/** More or fewer bytes arrived than were announced. */
export class LengthError extends Error {
  override readonly name = 'LengthError';
}

/**
 * Seals `size` bytes block by block with AES-256-GCM, as they arrive.
 * @throws LengthError where they are not as many
 */
export async function* sealBlocks(
  key: Buffer,
  objectId: string,
  clear: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  const blocks = Math.ceil(size / blockBytes);
  let block = 0;
  let passed = 0;
  for await (const piece of inPieces(clear, blockBytes)) {
    passed += piece.length;
    if (passed > size) throw new LengthError('More bytes than announced');
    yield sealBlock(key, placeOf(objectId, block, block === blocks - 1), piece);
    block += 1;
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
  const whole = blockBytes + overhead;
  return {
    from: first * whole,
    to: Math.min(last * whole, sealedBytes(size)),
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
  for await (const piece of inPieces(sealed, blockBytes + overhead)) {
    yield openBlock(key, placeOf(objectId, block, block === blocks - 1), piece);
    block += 1;
  }
}
