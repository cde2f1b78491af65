/** Milliseconds after which an answer is not waited for any more. */
export const answerWithinMs = 30_000;

/**
 * `fetch` that fails when the whole answer, with its body, does not come within 30 seconds, or as many milliseconds as are named.
 * Rejects as `fetch` does: no connection, no answer in time, or stopped by the signal of `init`.
 */
export async function timedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  withinMs = answerWithinMs,
): Promise<Response> {
  const limit = new AbortController();
  const { signal } = init;
  const stop = () => limit.abort();
  // Not cleared when the headers are there: the body may hang as well. After a whole answer it does nothing.
  setTimeout(stop, withinMs);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return fetch(input, { ...init, signal: limit.signal });
}
