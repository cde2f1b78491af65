import { ApiError } from '../../../api/errors.ts';
import type { SendingService } from './service.ts';

/**
 * Outcome of one call: success, a lost request, a lost response after the work was done, a temporary failure of the server, or a
 * final refusal.
 */
export type Fate = 'well' | 'lost' | 'answer lost' | 'down' | 'refused';

type Kept = { name: string; size: number; parts: Map<number, Uint8Array>; active: boolean };

/** Whether the virus scanner of the server is silent. */
export type Scanner = { isSilent: boolean };

/**
 * Creates an in-memory server that stores what it receives. `fates` are the outcomes of the next calls; all later calls succeed.
 */
export function fakeServer({ partSize = 4, fates = [] as Fate[] } = {}) {
  const files = new Map<string, Kept>();
  const byKey = new Map<string, string>();
  const calls: string[] = [];
  const waits: number[] = [];
  const coming = [...fates];
  const scanner: Scanner = { isSilent: false };

  async function meet<Result>(call: string, work: () => Promise<Result> | Result): Promise<Result> {
    calls.push(call);
    return withFate(coming.shift() ?? 'well', work);
  }

  const known = (fileId: string): Kept => {
    const file = files.get(fileId);
    if (!file) throw new ApiError('not-found');
    return file;
  };

  const service: SendingService = {
    insert: ({ file_name, size, idempotency_key }) =>
      meet(`insert ${file_name}`, () => {
        const before = byKey.get(idempotency_key);
        const fileId = before ?? `file-${files.size + 1}`;
        if (before === undefined) {
          byKey.set(idempotency_key, fileId);
          files.set(fileId, { name: file_name, size, parts: new Map(), active: false });
        }
        return { fileId, partSize, arrived: 0 };
      }),
    sendPart: ({ fileId, n, body }, { sent }) =>
      meet(`part ${n}`, async () => {
        sent(Math.floor(body.size / 2));
        known(fileId).parts.set(n, new Uint8Array(await body.arrayBuffer()));
        sent(body.size);
      }),
    activate: (fileId) =>
      meet('activate', () => {
        known(fileId).active = !scanner.isSilent;
        return { isChecking: scanner.isSilent };
      }),
    remove: (fileId) =>
      meet(`remove ${fileId}`, () => {
        files.delete(fileId);
      }),
    async wait(ms, signal) {
      waits.push(ms);
      if (!signal.aborted) await Promise.resolve();
    },
  };

  /** Returns the content that the server has of a file, its parts in order. */
  function contentOf(fileId: string): number[] {
    const { parts } = known(fileId);
    return [...parts.keys()].toSorted((one, other) => one - other).flatMap((n) => [...(parts.get(n) ?? [])]);
  }

  return { service, files, calls, waits, contentOf, fates: coming, scanner };
}

/** Does the work of one call, or fails, depending on its fate. */
async function withFate<Result>(fate: Fate, work: () => Promise<Result> | Result): Promise<Result> {
  if (fate === 'lost') throw new ApiError('unavailable', { unanswered: true });
  if (fate === 'down') throw new ApiError('unavailable');
  if (fate === 'refused')
    throw new ApiError('invalid', { fields: [{ field: 'file', message: 'error.file.contentDiffers' }] });
  const result = await work();
  if (fate === 'answer lost') throw new ApiError('unavailable', { unanswered: true });
  return result;
}

/** Returns a file of this many bytes, where no two neighbours are equal. */
export function fileOf(name: string, size: number, lastModified = 1): File {
  return new File([Uint8Array.from({ length: size }, (_, at) => at % 251)], name, { lastModified });
}
