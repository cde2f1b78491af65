import { takeEarly } from '../early/asked.ts';
import { noteSessionLeft, watchedFetch } from './session-left.ts';

/** `watchedFetch`, but what the page has asked already, before its script was there, is not asked twice. */
export async function earlyFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const early = takeEarly(init);
  const response = await early?.response.catch(() => undefined);
  if (!early || !response) return watchedFetch(input, init);
  noteSessionLeft(response.headers, early.cameAt());
  return response;
}
