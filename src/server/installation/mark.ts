import { z } from 'zod';
import { markFolder, ObjectStoreError, type ObjectStore } from '../ports/object-store/port.ts';

/** The mark stored with the files of an installation: it names the database in use. */
export type Mark = {
  /** PostgreSQL's own numbers of the database: a dump that is restored elsewhere has different numbers. */
  database: string;
  /** Increases with each mark. A database with a lower generation was restored from a time before the mark. */
  generation: number;
};

const markSchema = z.object({ database: z.string(), generation: z.number().int() });

/** Length of a mark in bytes, so that it can be read without knowing its content. */
const markBytes = 256;

const keyOf = (installationId: string) => `${markFolder}/${installationId}`;

async function* content(text: string) {
  yield Buffer.from(text);
}

/** Reads the mark of an installation; null if there is none. @throws ObjectStoreError */
export async function readMark(store: ObjectStore, installationId: string): Promise<Mark | null> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of store.get(keyOf(installationId), { from: 0, to: markBytes }))
      parts.push(Uint8Array.from(part));
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'missing') return null;
    throw error;
  }
  const parsed = markSchema.safeParse(JSON.parse(Buffer.concat(parts).toString()));
  if (!parsed.success)
    throw new ObjectStoreError('The mark of the installation is damaged.', { code: 'unfit' });
  return parsed.data;
}

/** @throws ObjectStoreError */
export const writeMark = (store: ObjectStore, installationId: string, mark: Mark): Promise<void> =>
  store.put(keyOf(installationId), content(JSON.stringify(mark).padEnd(markBytes)), markBytes);

/** @throws ObjectStoreError */
export const removeMark = (store: ObjectStore, installationId: string): Promise<void> =>
  store.delete([keyOf(installationId)]);
