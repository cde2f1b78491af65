import type { Left } from './session-left.ts';

/**
 * What the tabs of a browser tell each other of the session that they share. `person` is an id; `at` is by `Date.now()`; `signedOut`
 * where the person ended it themselves.
 */
export type TabNews =
  | { kind: 'left'; person: string; left: Left; at: number }
  | { kind: 'over'; person: string; signedOut?: true }
  | { kind: 'began'; person: string };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('wattle.session');

/** Notifies the other tabs. Without a broadcast channel they learn it later from the server. */
export function tellTabs(news: TabNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel?.postMessage(news);
}

/** Calls the listener with what other tabs tell. Gives the function that stops it. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
