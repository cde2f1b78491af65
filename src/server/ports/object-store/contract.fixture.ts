import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ObjectStore } from './port.ts';

export const newKey = (folder = randomUUID()) => `files/${folder}/${randomUUID()}`;

export async function* inChunks(content: Buffer, size = 50_000) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

export async function read(store: ObjectStore, key: string, from: number, to: number): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const chunk of store.get(key, { from, to })) found.push(Buffer.from(chunk));
  return Buffer.concat(found);
}

export async function* cut(content: Buffer, at: number) {
  yield content.subarray(0, at);
  throw new Error('The sender hung up');
}

const content = randomBytes(300_000);

function keepsObjects(storeOf: () => ObjectStore) {
  it('returns what was stored, whole and by any range [FILE-01]', async () => {
    const key = newKey();
    await storeOf().put(key, inChunks(content), content.length);
    expect((await read(storeOf(), key, 0, content.length)).equals(content)).toBe(true);
    for (const [from, to] of [
      [0, 1],
      [70_000, 200_001],
      [299_999, 300_000],
    ] as const)
      expect((await read(storeOf(), key, from, to)).equals(content.subarray(from, to))).toBe(true);
  });

  it('returns a large object unchanged to a reader that is slower than the store', async () => {
    const [key, large] = [newKey(), randomBytes(1_500_000)];
    await storeOf().put(key, inChunks(large), large.length);
    const found: Buffer[] = [];
    for await (const chunk of storeOf().get(key, { from: 10, to: large.length })) {
      await pause(5);
      found.push(Buffer.from(chunk));
    }
    expect(Buffer.concat(found).equals(large.subarray(10))).toBe(true);
  });

  it('stores each chunk although its memory is reused for the next one', async () => {
    const key = newKey();
    async function* inTheSameMemory() {
      const memory = Buffer.alloc(50_000);
      for (let at = 0; at < content.length; at += memory.length) {
        content.copy(memory, 0, at);
        yield memory;
        memory.fill(0);
      }
    }
    await storeOf().put(key, inTheSameMemory(), content.length);
    expect((await read(storeOf(), key, 0, content.length)).equals(content)).toBe(true);
  });

  it('stores many objects concurrently', async () => {
    const folder = randomUUID();
    const keys = Array.from({ length: 12 }, () => newKey(folder));
    await Promise.all(keys.map((key) => storeOf().put(key, inChunks(content), content.length)));
    for (const key of keys)
      expect((await read(storeOf(), key, 0, content.length)).equals(content)).toBe(true);
  });
}

function removesAndRefusesObjects(storeOf: () => ObjectStore) {
  it('keeps nothing of an object that did not arrive completely, and throws the error of the sender [fault 11]', async () => {
    for (const at of [3_000, 150_000, 297_000]) {
      const key = newKey();
      await expect(storeOf().put(key, cut(content, at), content.length)).rejects.toThrow(
        'The sender hung up',
      );
      await expect(read(storeOf(), key, 0, 1)).rejects.toMatchObject({ code: 'missing' });
    }
  });

  it('refuses an object of another length than announced', async () => {
    for (const bytes of [content.length - 1, content.length + 1]) {
      const key = newKey();
      await expect(storeOf().put(key, inChunks(content), bytes)).rejects.toBeInstanceOf(Error);
      await expect(read(storeOf(), key, 0, 1)).rejects.toMatchObject({ code: 'missing' });
    }
  });

  it('removes objects, and ignores a missing object', async () => {
    const folder = randomUUID();
    const keys = [newKey(folder), newKey(folder), newKey()];
    for (const key of keys.slice(0, 2)) await storeOf().put(key, inChunks(content), content.length);
    await storeOf().delete(keys.slice(0, 1));
    expect(await read(storeOf(), keys[1] as string, 0, 2)).toHaveLength(2);
    await storeOf().delete(keys);
    await storeOf().delete(keys);
    for (const key of keys)
      await expect(read(storeOf(), key, 0, 1)).rejects.toMatchObject({ code: 'missing' });
  });

  it.each([
    '',
    '../x',
    'files/../../etc/passwd',
    '/etc/passwd',
    `files/${randomUUID()}/../x`,
    'files/a.pdf',
    'FILES/x',
  ])('refuses a key of another form: %j [security 33]', async (key) => {
    await expect(storeOf().put(key, inChunks(content), content.length)).rejects.toMatchObject({
      code: 'unfit',
    });
    await expect(read(storeOf(), key, 0, 1)).rejects.toMatchObject({ code: 'unfit' });
    await expect(storeOf().delete([key])).rejects.toMatchObject({ code: 'unfit' });
  });
}

/** Tests that every object store has to pass. */
export function keepsTheContract(name: string, storeOf: () => ObjectStore): void {
  describe(`the object store: ${name}`, () => {
    keepsObjects(storeOf);
    removesAndRefusesObjects(storeOf);
  });
}
