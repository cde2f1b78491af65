import { mkdir, open, opendir, rename, rm, rmdir, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { checkKey, ObjectStoreError, type ObjectStore } from './port.ts';

/** Free space, in bytes, reserved for the database on the same disk: files must never prevent a plan from being saved. */
const defaultReserve = 1024 * 1024 * 1024;

/** Bytes that one step reads: each waits for a thread, and few of them are in memory. */
const readBytes = 256 * 1024;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Keeps objects as files under `folder`. Each is written beside its place and moved there when it is whole and on the disk. With
 * several servers the folder must be one that all of them share.
 */
export function dataFolderStore(folder: string, { reserve = defaultReserve } = {}): ObjectStore {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, ...key.split('/'));
  };
  const unfinished = (path: string) => `${path}.part`;

  async function requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(folder).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return statfs(folder);
    });
    if (bavail * bsize - bytes < reserve)
      throw new ObjectStoreError('The disk has no room for another file.', { code: 'full' });
  }

  /** Opens a new file; `names` are the folders whose names have changed once it is moved to its place. */
  async function openNew(path: string): Promise<{ file: FileHandle; names: string[] }> {
    let names = [dirname(path)];
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { file: await open(unfinished(path), 'w', 0o600), names };
      } catch (error) {
        // It is the first object of its folder, or the last other one was removed, and the folder with it.
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
      if (written !== bytes) throw new ObjectStoreError('An object has another length.', { code: 'unfit' });
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished(path), path);
    await Promise.all(names.map(syncFolder));
  }

  return {
    async put(key, content, bytes) {
      assertOutsideTransaction('Writing a file');
      const path = pathOf(key);
      const ours = new WeakSet<object>();
      try {
        await requireSpace(bytes);
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
          // Folders with other objects stay.
          await rmdir(dirname(path)).catch(() => {});
        }
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** Whether no object is kept under `folder`. Empty folders count as nothing. @throws ObjectStoreError */
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

/** Reads a range of a file, one step ahead of who wants it. By turns into two pieces of memory: each is good until the next is asked for. */
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

/** Puts the names of a folder on the disk: without it a power cut can take back a move that was done. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder; its file system keeps the order of names itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** A folder and those above it, up to and with `last`. */
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
    : new ObjectStoreError('The data folder did not take or give a file.', {
        cause: error,
        ...(codeOf(error) === 'ENOENT' && { code: 'missing' }),
      });

/** Hands content on, and remembers what it threw itself: that is no fault of the disk. */
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
