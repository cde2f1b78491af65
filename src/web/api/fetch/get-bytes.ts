import { fetchOptions } from '../client.ts';
import { ApiError, restError } from '../errors.ts';
import { noteSessionLeft } from '../session/session-left.ts';
import { sessionLost } from '../session/session-lost.ts';
import { answerWithinMs } from './timed-fetch.ts';

/**
 * Number of bytes after which the received part is moved into a Blob, because the browser keeps large Blobs outside of memory.
 */
const handOverBytes = 8 * 1024 * 1024;

type GetOptions = {
  /** Called with the loaded share in whole percent, if the server sends the size of the file. */
  onPercent: (percent: number) => void;
  signal: AbortSignal;
};

const unanswered = () => new ApiError('unavailable', { unanswered: true });

/**
 * Fetches a file from a route of this site. There is no limit to the total time, as long as data arrives at least every 30
 * seconds.
 * @throws ApiError for a refusal, and an unanswered one if the file is incomplete or the request is stopped
 */
export async function getBytes(path: string, { onPercent, signal }: GetOptions): Promise<Blob> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  let quiet = setTimeout(stop, answerWithinMs);
  const moves = () => {
    clearTimeout(quiet);
    quiet = setTimeout(stop, answerWithinMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await fetch(path, { ...fetchOptions(), signal: limit.signal }).catch(() => {
      throw unanswered();
    });
    noteSessionLeft(response.headers);
    if (response.status === 401) sessionLost();
    if (!response.ok) throw restError(response, {});
    return await readAll(response, onPercent, moves);
  } finally {
    clearTimeout(quiet);
    signal.removeEventListener('abort', stop);
  }
}

async function readAll(
  { headers, body }: Response,
  onPercent: (percent: number) => void,
  moves: () => void,
): Promise<Blob> {
  const total = Number(headers.get('content-length')) || 0;
  const type = headers.get('content-type') ?? 'application/octet-stream';
  const reader = body?.getReader();
  let file = new Blob([], { type });
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  for (;;) {
    const next = await reader?.read().catch(() => {
      throw unanswered();
    });
    if (!next || next.done || held >= handOverBytes) {
      file = new Blob([file, ...chunks], { type });
      chunks = [];
      held = 0;
    }
    if (!next || next.done) break;
    moves();
    chunks.push(next.value);
    held += next.value.byteLength;
    if (total > 0) onPercent(Math.min(100, Math.floor((100 * (file.size + held)) / total)));
  }
  if (file.size === 0 || (total > 0 && file.size !== total)) throw unanswered();
  return file;
}
