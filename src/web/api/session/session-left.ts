import { personHeader } from './session-lost.ts';
import { timedFetch } from '../fetch/timed-fetch.ts';

/** Remaining time of a session, in milliseconds: without use, and at most. */
export type Left = { idle: number; absolute: number };

type Listener = (left: Left) => void;

const listeners = new Set<Listener>();
let last: { left: Left; at: number } | undefined;

/** Returns the remaining time from the header of a response; undefined without an active session. */
export function leftIn(headers: Pick<Headers, 'get'>): Left | undefined {
  const [, idle, absolute] = /^(\d+) (\d+)$/.exec(headers.get('wattle-session-left') ?? '') ?? [];
  return idle === undefined ? undefined : { idle: Number(idle) * 1000, absolute: Number(absolute) * 1000 };
}

/** Returns the time that remains now of the time that remained at `at`, by `Date.now()`. */
export function leftSince(left: Left, at: number): Left {
  const gone = Math.max(0, Date.now() - at);
  return { idle: left.idle - gone, absolute: left.absolute - gone };
}

/**
 * Calls the listener with the remaining time from each response, and first with that of the last response. Returns the function
 * that unsubscribes.
 */
export function onSessionLeft(listener: Listener): () => void {
  listeners.add(listener);
  if (last) listener(leftSince(last.left, last.at));
  return () => listeners.delete(listener);
}

/** Notes the remaining time of the session from the headers of a response that was received at `at`, by `Date.now()`. */
export function noteSessionLeft(headers: Pick<Headers, 'get'>, at = Date.now()): void {
  const left = leftIn(headers);
  if (!left) return;
  last = { left, at };
  for (const listener of [...listeners]) listener(leftSince(left, at));
}

/** `fetch` for requests on behalf of the page's person: notes the remaining time of the session. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await timedFetch(input, init);
  noteSessionLeft(response.headers);
  return response;
}

/**
 * Asks the server whether the session of this page is active, and how long still; `attended` renews it. Returns 'over' if the
 * server says that it has ended, 'away' if the state is unknown. Never rejects.
 */
export async function askSession({ attended }: { attended: boolean }): Promise<Left | 'over' | 'away'> {
  try {
    const response = await watchedFetch('/api/auth/session', {
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...personHeader(),
        ...(!attended && { 'wattle-unattended': 'yes' }),
      },
    });
    if (response.status === 401) return 'over';
    return leftIn(response.headers) ?? 'away';
  } catch {
    return 'away';
  }
}
