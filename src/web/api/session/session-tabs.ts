import type { Left } from './session-left.ts';

/**
 * Messages between the tabs of a browser about their shared session. `person` is an id; `at` is by `Date.now()`; `signedOut` is
 * true if the person signed out.
 */
export type TabNews =
  | { kind: 'left'; person: string; left: Left; at: number }
  | { kind: 'over'; person: string; signedOut?: true }
  | { kind: 'began'; person: string };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('wattle.session');

/** Notifies the other tabs. Without a broadcast channel the server notifies them later. */
export function notifyTabs(news: TabNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel?.postMessage(news);
}

/** Calls the listener with the messages of other tabs. Returns the function that unsubscribes. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
