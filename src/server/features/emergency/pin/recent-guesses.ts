import type { GuessPlace, StoredAttempt } from './pin-throttle.ts';

/** How long a stored guess is remembered, in milliseconds: a replica that lags more is rare. */
const rememberedMs = 10 * 60_000;

/**
 * Guesses that this process stored in the primary a short time ago. A replica may not have them when the primary ends, and they
 * must count nevertheless.
 */
export type RecentGuesses = {
  add(place: Pick<GuessPlace, 'share'>, id: number, now: number): void;
  /** Removes a guess that was right. */
  remove(place: GuessPlace, id: number): void;
  /** Returns the number of guesses at a card that are not among those that were read. */
  countMissing(place: GuessPlace, read: readonly StoredAttempt[]): number;
};

export function createRecentGuesses(): RecentGuesses {
  const byCard = new Map<string, Map<number, number>>();
  const idOf = ({ share }: Pick<GuessPlace, 'share'>) => share.toString('base64');

  function removeOld(now: number): void {
    for (const [share, guesses] of byCard) {
      if (now - Math.max(...guesses.values()) < rememberedMs) break;
      byCard.delete(share);
    }
  }

  return {
    add(place, id, now) {
      const share = idOf(place);
      const guesses = byCard.get(share) ?? new Map<number, number>();
      for (const [old, at] of guesses) if (now - at >= rememberedMs) guesses.delete(old);
      guesses.set(id, now);
      // Set again, the card moves to the end: the first one has the oldest last guess.
      byCard.delete(share);
      byCard.set(share, guesses);
      removeOld(now);
    },
    remove: (place, id) => void byCard.get(idOf(place))?.delete(id),
    countMissing(place, read) {
      const ids = new Set(read.map(({ id }) => id));
      return [...(byCard.get(idOf(place))?.keys() ?? [])].filter((id) => !ids.has(id)).length;
    },
  };
}
