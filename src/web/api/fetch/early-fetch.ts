import { takeEarly } from '../../early/asked.ts';
import { noteSessionLeft, watchedFetch } from '../session/session-left.ts';

/** Works like `watchedFetch`, but uses the response to a request that the page sent before its script was loaded. */
export async function earlyFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const early = takeEarly(init);
  const response = await early?.response.catch(() => undefined);
  if (!early || !response) return watchedFetch(input, init);
  noteSessionLeft(response.headers, early.cameAt());
  return response;
}
