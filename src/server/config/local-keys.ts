import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../process/data-folder.ts';
import { newKey, parseKeys, type SealingKey } from '../db/sealing/seal.ts';

/** The key file that this process made; null if it made none. */
let madeFile: string | null = null;

/**
 * Removes the key file if this process made it, so that the next start does not use it as the right one. Returns true if it was
 * removed.
 */
export function removeMadeKeys(): boolean {
  if (madeFile === null) return false;
  rmSync(madeFile, { force: true });
  madeFile = null;
  return true;
}

/**
 * Returns the keys of a development machine. They are made once, and stored in the data folder, readable by its owner only.
 * @throws Error with a message for the operator
 */
export function localKeys(dataDir: string): SealingKey[] {
  const file = join(dataDir, 'keys');
  try {
    makeFolder(dataDir, 0o711);
    const made = `${file}.${process.pid}`;
    try {
      return parseKeys(readFileSync(file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    writeFileSync(made, `${newKey(new Date().toISOString().slice(0, 10))}\n`, { mode: 0o600 });
    try {
      // With two concurrent first starts, the link of the second fails, and both read the key of the first.
      linkSync(made, file);
      madeFile = file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(made, { force: true });
    }
    return parseKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      dataFolderProblem(dataDir, error) ?? `The file ${file} is damaged: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Returns a message for a data folder that cannot be used; undefined for another error. */
export function dataFolderProblem(dataDir: string, error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const remedy = 'Make it writable, or set WATTLE_DATA_DIR to another folder.';
  if (code === 'EACCES' || code === 'EPERM') return `The data folder ${dataDir} is not writable. ${remedy}`;
  if (code === 'EROFS') return `The data folder ${dataDir} is on a read-only disk. ${remedy}`;
  if (code === 'ENOENT') return `The data folder ${dataDir} cannot be made there. ${remedy}`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return `The data folder ${dataDir} is not a folder. ${remedy}`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk that holds ${dataDir} is full. Free some space and start again.`;
  return undefined;
}
