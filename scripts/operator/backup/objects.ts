import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { sealedBytes } from '../../../src/server/features/files/bytes/sealed-blocks.ts';
import { checkKey, ObjectStoreError, type ObjectStore } from '../../../src/server/ports/object-store/port.ts';
import { BackupError } from './backup-error.ts';
import { mapInBatches, readChunks, writeFileWithDigest, findDamage, type Digest } from './files.ts';
import { objectListPath, objectPath, type Manifest } from './manifest.ts';

/** Object that a row references, with its size in the store in bytes. */
export type ObjectReference = { key: string; bytes: number };

/** Uploads that still miss parts. A complete upload waits for a check or for its person, and is not sent again. */
const incompleteUploads = `select u.file_id from file_uploads u join files f on f.id = u.file_id
  where f.size is distinct from
    (select sum(part.size) from file_objects part where part.file_id = f.id and part.number is not null)`;

/**
 * Tables whose rows reference objects. Incomplete uploads are excluded, because browsers send their parts again. `size` is the size
 * before sealing; `key` is the column for paging.
 */
const sources = [
  {
    table: 'file_objects',
    key: 'key',
    where: `file_id is not null and number is not null
      and file_id not in (${incompleteUploads})`,
  },
  {
    table: 'customer_imports',
    key: 'storage_key',
    where: `key_sealed is not null and state in ('arrived', 'checked', 'running')`,
  },
] as const;

const selectFrom = ({ table, key, where }: (typeof sources)[number]) =>
  `select ${key} as key, size from ${table} where ${where}`;

/** Query of all references, for COPY. */
export const referencesQuery = sources.map(selectFrom).join(' union all ');

/**
 * Statement that removes rows of parts that a backup does not contain: parts of incomplete uploads, which the browser sends again,
 * and parts that the nightly clean-up would remove.
 */
export const removeUnfinishedParts = `delete from file_objects
  where file_id is null or number is null or file_id in (${incompleteUploads})`;

const pageSize = 1_000;

/** Returns the keys that rows reference at present. */
export async function findReferenced(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select key from (${referencesQuery}) as referenced where key = any($1)`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/** Reads all references of a database, page by page. */
export async function* readReferences(client: pg.Client): AsyncGenerator<ObjectReference> {
  for (const source of sources) {
    for (let after = ''; ;) {
      const { rows } = await client.query<{ key: string; size: number }>(
        `${selectFrom(source)} and ${source.key} > $1 order by ${source.key} limit ${pageSize}`,
        [after],
      );
      for (const { key, size } of rows) yield { key, bytes: sealedBytes(size) };
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) break;
      after = last.key;
    }
  }
}

async function* lines(path: string): AsyncGenerator<string> {
  const file = await open(path);
  yield* file.readLines();
}

/** Reads the references from the file that COPY wrote. */
export async function* readReferenceFile(path: string): AsyncGenerator<ObjectReference> {
  for await (const line of lines(path)) {
    const [key = '', size = ''] = line.split('\t');
    yield { key, bytes: sealedBytes(Number(size)) };
  }
}

/** Delays before each retry of a store request, in milliseconds: one lost connection must not end a run of hours. */
const retryWaits = [1_000, 5_000, 15_000];

const mayPass: ReadonlySet<ObjectStoreError['code']> = new Set(['connection', 'timeout', 'refused', 'other']);

async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (const wait of retryWaits)
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ObjectStoreError) || !mayPass.has(error.code)) throw error;
      await pause(wait);
    }
  return run();
}

/** Copies one object from the store into a backup. Null if the store does not have it. @throws ObjectStoreError */
export async function copyObject(
  store: ObjectStore,
  folder: string,
  { key, bytes }: ObjectReference,
): Promise<Digest | null> {
  const path = objectPath(folder, key);
  try {
    return await withRetries(async () => {
      await rm(path, { force: true });
      return writeFileWithDigest(path, store.get(key, { from: 0, to: bytes }));
    });
  } catch (error) {
    if (!(error instanceof ObjectStoreError) || error.code !== 'missing') throw error;
    await rm(path, { force: true });
    return null;
  }
}

/** Creates the folder of the objects, even for a backup without objects. */
export const makeObjectFolder = (folder: string): Promise<unknown> =>
  mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 });

export const objectLine = (key: string, { bytes, sha256 }: Digest): string => `${sha256} ${bytes} ${key}\n`;

/** Reads the list of a backup's objects. @throws BackupError for a line of another form */
export async function* readObjectList(folder: string): AsyncGenerator<Digest & { key: string }> {
  for await (const line of lines(objectListPath(folder))) {
    const [sha256 = '', bytes = '', key = ''] = line.split(' ');
    try {
      checkKey(key);
    } catch {
      throw new BackupError('The list of objects of the backup is damaged.');
    }
    yield { key, bytes: Number(bytes), sha256 };
  }
}

/** Writes all objects of a backup to a store, a few at a time. @throws ObjectStoreError */
export async function putObjects(store: ObjectStore, folder: string): Promise<void> {
  const put = ({ key, bytes }: ObjectReference) =>
    withRetries(() => store.put(key, readChunks(objectPath(folder, key)), bytes));
  for await (const _ of mapInBatches(readObjectList(folder), put));
}

/** Removes the objects that `putObjects` wrote. @throws ObjectStoreError */
export async function removeObjects(store: ObjectStore, folder: string): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of readObjectList(folder)) {
    keys.push(key);
    if (keys.length < pageSize) continue;
    await store.delete(keys);
    keys = [];
  }
  await store.delete(keys);
}

/** Compares all objects of a backup with its list. Calls `report` for each file that differs. */
export async function checkObjects(
  folder: string,
  { objects }: Manifest,
  report: (file: string, damage: string) => void,
): Promise<void> {
  const damage = await findDamage(objectListPath(folder), objects.list);
  if (damage !== null) return report('objects.list', damage);
  const check = async ({ key, ...expected }: Digest & { key: string }) => ({
    key,
    damage: await findDamage(objectPath(folder, key), expected),
  });
  for await (const found of mapInBatches(readObjectList(folder), check))
    if (found.damage !== null) report(`objects/${found.key}`, found.damage);
}

/** Whether the store has an object of full length. @throws ObjectStoreError for other failures of the store */
export async function hasObject(store: ObjectStore, { key, bytes }: ObjectReference): Promise<boolean> {
  try {
    // Reads the last byte, which an incomplete object does not have.
    await withRetries(async () => {
      for await (const _ of store.get(key, { from: bytes - 1, to: bytes }));
    });
    return true;
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'missing') return false;
    throw error;
  }
}
