import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../process/data-folder.ts';
import { newKey, parseKeys, type SealingKey } from '../db/sealing/seal.ts';

/** The key file that this process made; null when it found one, or made none. */
let madeFile: string | null = null;

/**
 * Removes the key file again if this process made it, so that the next start does not take it for the right one. Returns true if there
 * was one to remove.
 */
export function removeMadeKeys(): boolean {
  if (madeFile === null) return false;
  rmSync(madeFile, { force: true });
  madeFile = null;
  return true;
}

/**
 * The keys of a development machine: made once, kept in the data folder, readable by its owner only.
 * @throws Error with a sentence for the operator
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
      // Two first starts at once: the link of the second fails, and both read the first one's key.
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

/** One sentence for a data folder that cannot be used, or undefined when the error is of another kind. */
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
