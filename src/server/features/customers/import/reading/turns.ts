import { setTimeout as pause } from 'node:timers/promises';

/** Maximum pause, in milliseconds. */
const longest = 1_000;

/**
 * Pauses between pieces of long work, so that requests are not delayed: each pause is proportional to the duration of the piece
 * before. When requests or the database are slow, a piece takes longer, and so does the pause after it.
 */
export function givingWay(share: number): { begin: () => void; end: () => Promise<void> } {
  let since = performance.now();
  const begin = () => void (since = performance.now());
  return {
    begin,
    async end() {
      await pause(Math.min(longest, (performance.now() - since) * share));
      begin();
    },
  };
}
