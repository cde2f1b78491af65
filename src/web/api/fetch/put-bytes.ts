import { ApiError, restError } from '../errors.ts';
import { noteSessionLeft } from '../session/session-left.ts';
import { personHeader, sessionLost } from '../session/session-lost.ts';
import { answerWithinMs } from './timed-fetch.ts';

type PutOptions = {
  /** PUT with plain bytes by default. */
  method?: 'PUT' | 'POST';
  type?: string;
  /** Called with the number of bytes sent so far. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
};

const headersOf = (request: XMLHttpRequest) => ({ get: (name: string) => request.getResponseHeader(name) });

function bodyOf(request: XMLHttpRequest): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(request.responseText);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Sends bytes to a REST route of this site and returns the JSON of the response. Unlike `fetch`, it reports the progress of
 * sending.
 * @throws ApiError for a refusal, and an unanswered one if the connection is lost or no bytes move for 30 seconds
 */
export function putBytes(
  path: string,
  body: Blob,
  { onSent, signal, method = 'PUT', type = 'application/octet-stream' }: PutOptions,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const moves = () => {
      clearTimeout(quiet);
      quiet = setTimeout(stop, answerWithinMs);
    };
    const end = (error?: ApiError) => {
      clearTimeout(quiet);
      signal.removeEventListener('abort', stop);
      if (error) reject(error);
      else resolve(bodyOf(request));
    };
    request.open(method, path);
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(personHeader())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      moves();
      onSent(loaded);
    });
    request.addEventListener('load', () => {
      const { status } = request;
      const headers = headersOf(request);
      noteSessionLeft(headers);
      if (status === 401) sessionLost();
      end(status >= 200 && status < 300 ? undefined : restError({ status, headers }, bodyOf(request)));
    });
    const lost = () => end(new ApiError('unavailable', { unanswered: true }));
    request.addEventListener('error', lost);
    request.addEventListener('abort', lost);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) return lost();
    moves();
    request.send(body);
  });
}
