import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { appendToZip } from './zip-append.ts';
import { zipStream } from './zip-stream.ts';

async function* each<T>(...items: T[]) {
  yield* items;
}

async function archiveOf(files: Record<string, Buffer>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const zip = zipStream(async (piece) => void pieces.push(Buffer.from(piece)));
  for (const [name, content] of Object.entries(files)) await zip.addBytes(name, content);
  await zip.end();
  return pieces;
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const chunk of chunks) found.push(chunk);
  return Buffer.concat(found);
}

const at = new Date('2026-05-04T03:02:01Z');

describe('an archive with appended files', () => {
  it.each([10, 3_000_000])('contains all of them, after an archive of %d bytes [D-19]', async (size) => {
    const own = { 'plan.json': randomBytes(size), 'picture.webp': randomBytes(500) };
    const added = { 'files/directive.pdf': randomBytes(400_000), 'files/心愿.mp4': randomBytes(10) };
    const files = Object.entries(added).map(([name, bytes]) => ({
      name,
      at,
      content: each(bytes.subarray(0, 5), bytes.subarray(5)),
    }));
    const whole = await all(appendToZip(each(...(await archiveOf(own))), each(...files)));
    const found = unzipSync(whole);
    expect(Object.keys(found)).toEqual([...Object.keys(own), ...Object.keys(added)]);
    for (const [name, bytes] of Object.entries({ ...own, ...added }))
      expect(Buffer.from(found[name] as Uint8Array).equals(bytes)).toBe(true);
  });

  it('is the archive itself without any', async () => {
    const pieces = await archiveOf({ 'plan.json': randomBytes(1_000) });
    const whole = await all(appendToZip(each(...pieces), each()));
    expect(whole.equals(Buffer.concat(pieces))).toBe(true);
  });

  it('fails if a file cannot be read, instead of ending as if it were complete', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('The store is away');
    }
    const pieces = each(...(await archiveOf({ 'plan.json': randomBytes(10) })));
    await expect(all(appendToZip(pieces, each({ name: 'a.pdf', at, content: broken() })))).rejects.toThrow(
      'The store is away',
    );
  });
});
