import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockBytes,
  giveBack,
  givingBack,
  LengthError,
  newFileKey,
  openBlocks,
  sealBlocks,
  sealedBytes,
  sealedRange,
} from './sealed-blocks.ts';

async function* inChunks(content: Buffer, ...sizes: number[]) {
  let at = 0;
  for (let turn = 0; at < content.length; turn += 1) {
    const size = sizes[turn % sizes.length] as number;
    yield content.subarray(at, at + size);
    at += size;
  }
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const chunk of chunks) found.push(Buffer.from(chunk));
  return Buffer.concat(found);
}

const sealAll = (key: Buffer, id: string, content: Buffer, size = content.length) =>
  all(sealBlocks(key, id, inChunks(content, 7_001, 90_000), size));

describe('sealed blocks', () => {
  it('open to the same bytes for any range, and only the blocks that contain it are read [D-20]', async () => {
    const key = newFileKey();
    const id = randomUUID();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 * blockBytes + 1 }),
        fc.nat(),
        fc.nat(),
        async (size, one, other) => {
          const content = randomBytes(size);
          const sealed = await sealAll(key, id, content);
          expect(sealed.length).toBe(sealedBytes(size));
          const from = Math.min(one % size, other % size);
          const to = Math.max(one % size, other % size) + 1;
          const range = sealedRange(size, { from, to });
          expect(range.to - range.from).toBeLessThanOrEqual(sealedBytes(to - from + 2 * blockBytes));
          const opened = await all(
            openBlocks(key, id, inChunks(sealed.subarray(range.from, range.to), 30_000), {
              size,
              first: range.first,
            }),
          );
          expect(opened.subarray(range.skip, range.skip + to - from).equals(content.subarray(from, to))).toBe(
            true,
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reveal nothing of their content, and differ each time [D-16]', async () => {
    const key = newFileKey();
    const content = Buffer.alloc(2 * blockBytes, 'Margaret Doyle ');
    const [one, other] = [await sealAll(key, 'a', content), await sealAll(key, 'a', content)];
    expect(one.includes('Margaret')).toBe(false);
    expect(one.equals(other)).toBe(false);
  });

  it('do not open if one was changed, moved, left out, or put into another object [D-16]', async () => {
    const key = newFileKey();
    const content = randomBytes(2 * blockBytes + 10);
    const sealed = await sealAll(key, 'a', content);
    const whole = blockBytes + 28;
    const changed = Buffer.from(sealed);
    changed[100]! ^= 1;
    const moved = Buffer.concat([
      sealed.subarray(whole, 2 * whole),
      sealed.subarray(0, whole),
      sealed.subarray(2 * whole),
    ]);
    const open = (bytes: Buffer, size = content.length, withKey = key, id = 'a') =>
      all(openBlocks(withKey, id, inChunks(bytes, 64_000), { size, first: 0 }));
    await expect(open(sealed)).resolves.toHaveLength(content.length);
    await expect(open(changed)).rejects.toThrow('changed or moved');
    await expect(open(moved)).rejects.toThrow('changed or moved');
    await expect(open(sealed.subarray(0, 2 * whole), 2 * blockBytes)).rejects.toThrow('changed or moved');
    await expect(open(sealed, content.length, newFileKey())).rejects.toThrow('changed or moved');
    await expect(open(sealed, content.length, key, 'b')).rejects.toThrow('changed or moved');
  });

  it('need exactly the announced number of bytes', async () => {
    const content = randomBytes(100);
    for (const size of [99, 101, blockBytes + 1])
      await expect(sealAll(newFileKey(), 'a', content, size)).rejects.toThrow(LengthError);
  });
});

describe('bytes whose memory is released', () => {
  it('are only those that do not share their buffer', async () => {
    const own = Buffer.alloc(blockBytes, 'x');
    const whole = Buffer.alloc(2 * blockBytes, 'y');
    const shared = whole.subarray(0, blockBytes);
    giveBack(own);
    giveBack(shared);
    expect(own).toHaveLength(0);
    expect(whole.equals(Buffer.alloc(2 * blockBytes, 'y'))).toBe(true);
  });

  it('stay valid until the next ones are requested', async () => {
    const chunks = [1, 2, 3].map((number) => Buffer.alloc(blockBytes, number));
    const passed: number[] = [];
    for await (const chunk of givingBack(inChunks(Buffer.concat(chunks), blockBytes)))
      passed.push(chunk[0] ?? 0);
    expect(passed).toEqual([1, 2, 3]);
    const own = (async function* () {
      yield* chunks;
    })();
    for await (const chunk of givingBack(own)) expect(chunk).toHaveLength(blockBytes);
    expect(chunks.map(({ length }) => length)).toEqual([0, 0, 0]);
  });
});
