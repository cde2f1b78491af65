import { mkdir, open, opendir, rename, rm, rmdir, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { checkKey, markFolder, ObjectStoreError, type ObjectStore } from './port.ts';

/** Free space, in bytes, reserved for the database on the same disk: files must never prevent a plan from being saved. */
const defaultReserve = 1024 * 1024 * 1024;

/** Size of one read, in bytes: each read waits for a thread, and few are in memory. */
const readBytes = 256 * 1024;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Returns the path of a file that is not complete yet. */
const unfinished = (path: string) => `${path}.part`;

/**
 * Stores objects as files under `folder`. Each is written to a temporary file next to its place, and renamed after it is complete
 * and on the disk. Several servers must share the folder.
 */
export function dataFolderStore(folder: string, { reserve = defaultReserve } = {}): ObjectStore {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, ...key.split('/'));
  };

  return {
    async put(key, content, bytes) {
      assertOutsideTransaction('Writing a file');
      const path = pathOf(key);
      const ours = new WeakSet<object>();
      try {
        // Without its mark a server sends no mail, so a mark needs no reserve.
        if (!key.startsWith(`${markFolder}/`)) await requireSpace(folder, bytes, reserve);
        await write(path, passing(content, ours), bytes);
      } catch (error) {
        await rm(unfinished(path), { force: true }).catch(() => {});
        throw isOurs(error, ours) ? error : faultOf(error);
      }
    },
    async *get(key, { from, to }) {
      assertOutsideTransaction('Reading a file');
      const path = pathOf(key);
      let file: FileHandle | undefined;
      try {
        file = await open(path, 'r');
        yield* readAhead(file, from, to);
      } catch (error) {
        throw faultOf(error);
      } finally {
        await file?.close();
      }
    },
    async delete(keys) {
      assertOutsideTransaction('Removing files');
      try {
        for (const key of keys) {
          const path = pathOf(key);
          await rm(path, { force: true });
          await rm(unfinished(path), { force: true });
          // Fails for a folder with other objects, which is kept.
          await rmdir(dirname(path)).catch(() => {});
        }
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** @throws ObjectStoreError `full` if the disk would have less than `reserve` bytes left */
async function requireSpace(folder: string, bytes: number, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return statfs(folder);
  });
  if (bavail * bsize - bytes < reserve)
    throw new ObjectStoreError('The disk has no room for another file.', { code: 'full' });
}

/** Opens a new file; `names` are the folders whose entries will have changed after the rename. */
async function openNew(path: string): Promise<{ file: FileHandle; names: string[] }> {
  let names = [dirname(path)];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { file: await open(unfinished(path), 'w', 0o600), names };
    } catch (error) {
      // The folder does not exist yet, or was removed with its last object meanwhile.
      if (codeOf(error) !== 'ENOENT' || attempt === 4) throw error;
    }
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (made !== undefined) names = foldersUpTo(dirname(path), dirname(made));
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void> {
  const { file, names } = await openNew(path);
  try {
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      await writeWhole(file, chunk);
    }
    if (written !== bytes)
      throw new ObjectStoreError('The length of an object is not the announced one.', { code: 'unfit' });
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(unfinished(path), path);
  await Promise.all(names.map(syncFolder));
}

/** Whether `folder` contains no object. Empty folders do not count. @throws ObjectStoreError */
export async function isFolderEmpty(folder: string): Promise<boolean> {
  try {
    for await (const entry of await opendir(folder, { recursive: true }))
      if (!entry.isDirectory()) return false;
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw faultOf(error);
  }
}

/**
 * Reads a range of a file, one step ahead of the consumer. Alternates between two buffers: each chunk is valid until the next one
 * is requested.
 */
async function* readAhead(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  const memory: Buffer[] = [];
  const read = (at: number, turn: number) => {
    if (at >= to) return undefined;
    const buffer = (memory[turn % 2] ??= Buffer.allocUnsafeSlow(Math.min(readBytes, to - at)));
    const reading = file.read(buffer, 0, Math.min(buffer.length, to - at), at);
    // A caller that stops reading does not handle this error.
    reading.catch(() => {});
    return reading;
  };
  let at = from;
  let turn = 0;
  for (let next = read(at, turn); next;) {
    const { buffer, bytesRead } = await next;
    if (bytesRead === 0) throw new ObjectStoreError('An object is too short.', { code: 'missing' });
    at += bytesRead;
    turn += 1;
    next = read(at, turn);
    yield buffer.subarray(0, bytesRead);
  }
}

/** Writes the entries of a folder to the disk: otherwise a power failure could undo a rename. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file system keeps renames in order itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns a folder and its parents, up to and including `last`. */
const foldersUpTo = (path: string, last: string): string[] =>
  path === last || path === dirname(path) ? [path] : [path, ...foldersUpTo(dirname(path), last)];

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done);
    done += bytesWritten;
  }
}

const faultOf = (error: unknown): ObjectStoreError =>
  error instanceof ObjectStoreError
    ? error
    : new ObjectStoreError('The data folder could not store or read a file.', {
        cause: error,
        ...(codeOf(error) === 'ENOENT' && { code: 'missing' }),
      });

/** Passes content on, and records errors of the content itself, which are not faults of the disk. */
async function* passing(content: AsyncIterable<Uint8Array>, thrown: WeakSet<object>) {
  try {
    yield* content;
  } catch (error) {
    if (typeof error === 'object' && error !== null) thrown.add(error);
    throw error;
  }
}

const isOurs = (error: unknown, thrown: WeakSet<object>) =>
  typeof error === 'object' && error !== null && thrown.has(error);
