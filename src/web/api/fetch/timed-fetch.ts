/** Timeout of a response, in milliseconds. */
export const answerWithinMs = 30_000;

/**
 * `fetch` with a timeout: fails if the complete response, with its body, does not arrive within 30 seconds, or within the given
 * milliseconds. Rejects as `fetch` does: no connection, timeout, or stopped by the signal of `init`.
 */
export async function timedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  withinMs = answerWithinMs,
): Promise<Response> {
  const limit = new AbortController();
  const { signal } = init;
  const stop = () => limit.abort();
  // Not cleared when the headers arrive: the body may hang as well. After a complete response it has no effect.
  setTimeout(stop, withinMs);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return fetch(input, { ...init, signal: limit.signal });
}
