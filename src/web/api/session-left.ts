import { personHeader } from './session-lost.ts';
import { timedFetch } from './timed-fetch.ts';

/** Milliseconds that a session has left: unused, and in any case. */
export type Left = { idle: number; absolute: number };

type Listener = (left: Left) => void;

const listeners = new Set<Listener>();
let last: { left: Left; at: number } | undefined;

/** What the header of an answer says; undefined without a living session. */
export function leftIn(headers: Pick<Headers, 'get'>): Left | undefined {
  const [, idle, absolute] = /^(\d+) (\d+)$/.exec(headers.get('wattle-session-left') ?? '') ?? [];
  return idle === undefined ? undefined : { idle: Number(idle) * 1000, absolute: Number(absolute) * 1000 };
}

/** What is left now of what was left at an earlier moment, by `Date.now()`. */
export function leftSince(left: Left, at: number): Left {
  const gone = Math.max(0, Date.now() - at);
  return { idle: left.idle - gone, absolute: left.absolute - gone };
}

/** Calls the listener with what each answer says, and first with what the last one said. Gives the function that stops it. */
export function onSessionLeft(listener: Listener): () => void {
  listeners.add(listener);
  if (last) listener(leftSince(last.left, last.at));
  return () => listeners.delete(listener);
}

/** Notes how long the session has left, as the headers of an answer said at a moment, by `Date.now()`. */
export function noteSessionLeft(headers: Pick<Headers, 'get'>, at = Date.now()): void {
  const left = leftIn(headers);
  if (!left) return;
  last = { left, at };
  for (const listener of [...listeners]) listener(leftSince(left, at));
}

/** `fetch` for what a page asks for its person: notes how long the session has left. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await timedFetch(input, init);
  noteSessionLeft(response.headers);
  return response;
}

/**
 * Asks whether the session of this page lives, and how long still; `attended` lets it live on by that. 'over' when the server says
 * that it is, 'away' when nothing can be said. Never rejects.
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
