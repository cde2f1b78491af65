/** How far the replica lags is known for this long, in milliseconds; a longer lag counts as unknown. */
export const knownLagMs = 10 * 60_000;

/**
 * A position in the primary's log, in bytes, and a time before which the primary had acknowledged nothing beyond it, in milliseconds
 * of a steady clock.
 */
type Sample = { at: number; position: number };

/** The positions of the primary in the last ten minutes before its last answer. */
export type Positions = {
  /** Adds the position of an answer. Returns false if the primary went back, as after a failover that lost changes. */
  add(sample: Sample): boolean;
  /**
   * Returns by how many milliseconds the primary was ahead of a position at its last answer: 0 if it was not, null if by more than
   * ten minutes or if it never answered.
   */
  lagOf(position: number): number | null;
  /** Returns the time up to which a replica at this position has all changes; null if that is not known. */
  reachedAt(position: number): number | null;
};

export function createPositions(): Positions {
  let samples: Sample[] = [];
  const reachedAt = (position: number) =>
    samples.findLast((sample) => sample.position <= position)?.at ?? null;

  return {
    add(sample) {
      const last = samples.at(-1);
      const isAhead = last === undefined || sample.position >= last.position;
      if (!isAhead) samples = [];
      // Of several samples with the same position only the newest is kept: until then the primary had nothing more.
      if (isAhead && last?.position === sample.position) samples.pop();
      samples.push(sample);
      while (samples[0] && sample.at - samples[0].at > knownLagMs) samples.shift();
      return isAhead;
    },
    lagOf(position) {
      const last = samples.at(-1);
      const reached = reachedAt(position);
      return last && reached !== null ? last.at - reached : null;
    },
    reachedAt,
  };
}
