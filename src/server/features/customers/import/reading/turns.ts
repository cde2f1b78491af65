import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that are left to others at once at most. */
const longest = 1_000;

/**
 * Leaves people their turn between pieces of long work: waits behind each in proportion to the time that it took. Where requests or the
 * database are late a piece takes longer, and so does the wait behind it.
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
