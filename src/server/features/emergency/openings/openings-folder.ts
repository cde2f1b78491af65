import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { uuidOf } from '../../../../domain/fhir/uuid.ts';

/** Version and source of the scanned code. */
export type Scanned = { version: number; source: 'card' | 'pdf' };

/**
 * An opening of a plan, or of a paper that accompanies it. `id` is the same at each attempt to record it; `scanned` is absent if the
 * code's version is not known.
 */
export type Opening = { id: string; userId: string; at: Date; fileId?: string; scanned?: Scanned };

/** An opening before it has an id, and the id of its request: a proxy sends the same one when it repeats a request at another server. */
export type Opened = Omit<Opening, 'id'> & { requestId: string };

/**
 * Milliseconds within which the repeated request of a proxy is the same opening. It is short, so that a proxy which sends one id for all
 * requests hides no opening for long.
 */
const repeatedWithinMs = 60_000;

/**
 * Returns the period of an opening: it begins when the request reached the proxy, if the id begins with that time in seconds, as those of
 * our example proxies do. Otherwise it is the minute of the clock, and a request that is repeated over its end is two openings.
 */
function periodOf(requestId: string, at: Date): number {
  const sentAt = Number(/^(\d{10})[.-]/.exec(requestId)?.[1]) * 1_000;
  if (Math.abs(at.getTime() - sentAt) < repeatedWithinMs) return sentAt;
  return Math.floor(at.getTime() / repeatedWithinMs);
}

/** Returns an opening that is not recorded yet. Its id is the same at each server that a proxy sends the request to (C-01). */
export function newOpening({ requestId, ...opened }: Opened): Opening {
  const { userId, fileId = '', at } = opened;
  const period = periodOf(requestId, at);
  return { id: uuidOf(`${userId}/${fileId}/${requestId}/${period}`), ...opened };
}

/** The files of openings that wait to be recorded. They contain internal ids and times, no share id and no PIN. */
export type OpeningsFolder = {
  /** Writes the file of an opening. Afterwards the file survives the end of the process and a power cut. */
  keep(opening: Opening): Promise<void>;
  /** Removes the file of an opening, if there is one. */
  remove(opening: Opening): Promise<void>;
  /** Returns the openings with a file, oldest first. Files that cannot be parsed are ignored. */
  all(): Promise<Opening[]>;
};

const written = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  opened_at: z.iso.datetime(),
  file_id: z.optional(z.uuid()),
  scanned: z.optional(z.strictObject({ version: z.int(), source: z.enum(['card', 'pdf']) })),
});

function parse(text: string): Opening[] {
  try {
    const { id, user_id, opened_at, file_id, scanned } = written.parse(JSON.parse(text));
    const opening = { id, userId: user_id, at: new Date(opened_at), ...(scanned && { scanned }) };
    return [file_id === undefined ? opening : { ...opening, fileId: file_id }];
  } catch {
    return [];
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Opens the folder with one file for each opening, which several servers can share.
 * @param installation identifies the database, so that no server records the openings of another one
 */
export function openingsFolder(path: string, installation: string): OpeningsFolder {
  const fileOf = ({ id }: Opening) => join(path, `${installation}-${id}.json`);
  return {
    async keep(opening) {
      const { id, userId, at, fileId, scanned } = opening;
      const content = { id, user_id: userId, opened_at: at.toISOString(), file_id: fileId, scanned };
      const file = fileOf(opening);
      await mkdir(path, { recursive: true, mode: 0o700 });
      // Renamed only when it is complete. Another server may write the same opening at the same time.
      const unfinished = `${file}.${randomUUID()}.new`;
      try {
        const handle = await open(unfinished, 'wx', 0o600);
        try {
          await handle.writeFile(JSON.stringify(content));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw error;
      }
      await syncFolder(path);
    },
    remove: (opening) => rm(fileOf(opening), { force: true }),
    async all() {
      const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const own = names.filter((name) => name.startsWith(`${installation}-`) && name.endsWith('.json'));
      const found: Opening[] = [];
      for (const name of own) {
        // Another server may have recorded it, and removed the file, meanwhile.
        const text = await readFile(join(path, name), 'utf8').catch(() => '');
        found.push(...parse(text));
      }
      return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    },
  };
}
