import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Size and SHA-256 (hex) of a file. */
export type Digest = { bytes: number; sha256: string };

/** Size of a chunk when reading a file, in bytes. */
const chunkBytes = 256 * 1024;

/** Writes a new file that only its owner can read. Returns its digest after the file has been synced to disk. */
export async function writeFileWithDigest(
  path: string,
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<Digest> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(data);
      bytes += data.length;
      await file.writeFile(data);
    }
    await file.datasync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Reads a file in chunks. */
export const readChunks = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: chunkBytes });

/** Returns how a file is damaged (missing, cut short or changed), or null if it is unchanged. */
export async function findDamage(path: string, expected: Digest): Promise<string | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of readChunks(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 'is missing';
  }
  if (bytes !== expected.bytes) return `has ${bytes} bytes instead of ${expected.bytes}`;
  return hash.digest('hex') === expected.sha256 ? null : 'was changed';
}

/** Number of items that are processed at the same time. */
const batchSize = 4;

/**
 * Maps items in small batches and returns results in order. If one item fails, waits for the others of its batch, so that no work
 * continues after the error.
 */
export async function* mapInBatches<Item, Result>(
  items: AsyncIterable<Item>,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  async function* finish(batch: readonly Item[]) {
    const results = await Promise.allSettled(batch.map(run));
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      yield result.value;
    }
  }
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield* finish(batch);
    batch = [];
  }
  yield* finish(batch);
}
