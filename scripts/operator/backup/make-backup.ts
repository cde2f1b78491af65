import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../src/server/config.ts';
import { configuredStore } from '../../../src/server/ports/object-store/configured.ts';
import type { ObjectStore } from '../../../src/server/ports/object-store/port.ts';
import { BackupError } from './backup-error.ts';
import { withConnection } from './command.ts';
import { dumpDatabase, referenceFile } from './database-dump.ts';
import { mapInBatches, writeFileWithDigest } from './files.ts';
import {
  backupFormat,
  fingerprintKeys,
  manifestPath,
  objectListPath,
  signManifest,
  type Manifest,
} from './manifest.ts';
import {
  copyObject,
  findReferenced,
  makeObjectFolder,
  objectLine,
  readReferenceFile,
  type ObjectReference,
} from './objects.ts';

/** Suffix of the folder name of an unfinished backup. */
export const unfinished = '.part';

const nameForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Maximum number of missing objects whose keys are printed; the others are only counted. */
const namedAtMost = 100;

export type MadeBackup = {
  folder: string;
  manifest: Manifest;
  /** Number of objects that were deleted during the backup; they do not count as missing. */
  deletedMeanwhile: number;
};

const versionHere = () =>
  (
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

/** Returns the default name of a backup started at `now`, such as 2026-11-25T203000Z. */
export const nameAt = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Copies the objects that the dump references, and counts them. */
async function copyObjects(
  store: ObjectStore,
  folder: string,
  whichAreReferenced: (keys: string[]) => Promise<string[]>,
): Promise<{ objects: Manifest['objects']; deletedMeanwhile: number }> {
  let [count, totalBytes, missing, deletedMeanwhile] = [0, 0, 0, 0];
  await makeObjectFolder(folder);
  const copy = async (reference: ObjectReference) => ({
    key: reference.key,
    digest: await copyObject(store, folder, reference),
  });
  async function* copiedLines() {
    for await (const { key, digest } of mapInBatches(readReferenceFile(referenceFile(folder)), copy)) {
      if (digest) {
        count += 1;
        totalBytes += digest.bytes;
        yield objectLine(key, digest);
      } else if ((await whichAreReferenced([key])).length > 0) {
        missing += 1;
        if (missing <= namedAtMost)
          console.error(`Not in the store, although the database references it: ${key}`);
      } else deletedMeanwhile += 1;
    }
  }
  const list = await writeFileWithDigest(objectListPath(folder), copiedLines());
  return { objects: { count, totalBytes, missing, list }, deletedMeanwhile };
}

/**
 * Writes a backup of the database and of the objects that it references into a new folder, while servers may run. The folder gets
 * its final name only when the backup is complete; a failed backup leaves nothing.
 * @throws BackupError, and errors of the database, the store and the disk
 */
export async function makeBackup(
  config: Config,
  { to, name }: { to: string; name: string },
): Promise<MadeBackup> {
  if (!nameForm.test(name))
    throw new BackupError('A name has letters, digits, "-" and "_", at most 64. Nothing was written.');
  const folder = join(to, name);
  const part = `${folder}${unfinished}`;
  if (existsSync(folder) || existsSync(part))
    throw new BackupError(
      `There is a backup of the name ${name}, or an unfinished one. Nothing was written.`,
    );
  const startedAt = new Date().toISOString();
  await mkdir(to, { recursive: true, mode: 0o700 });
  await mkdir(part, { mode: 0o700 });
  try {
    const made = await withConnection(config, async ({ client }) => {
      const database = await dumpDatabase(client, part);
      const { objects, deletedMeanwhile } = await copyObjects(await configuredStore(config), part, (keys) =>
        findReferenced(client, keys),
      );
      const manifest: Manifest = {
        ...{ format: backupFormat, name, wattle: versionHere() },
        ...{ startedAt, finishedAt: new Date().toISOString() },
        ...database,
        keys: fingerprintKeys(config.keys, randomBytes(16).toString('hex')),
        objects,
      };
      return { folder, manifest, deletedMeanwhile };
    });
    await rm(referenceFile(part));
    async function* text() {
      yield signManifest(made.manifest, config.keys);
    }
    await writeFileWithDigest(manifestPath(part), text());
    await syncFolder(part);
    await rename(part, folder);
    await syncFolder(to);
    return made;
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}
