/** A response of one kind of request: its arrival, whether it was as expected, and if not, what it was. Times are in milliseconds, of one clock. */
export type Answer = { at: number; isGood: boolean; what?: string };

/** Limits for one kind of request after an event. */
export type Bound = {
  /** Longest time without a good answer, in seconds. */
  withoutSeconds: number;
  /** Whether requests may fail; with `after`, only those whose answer arrives within so many seconds of the event. */
  failures: 'allowed' | 'none' | { after: number };
};

export type Verdict = {
  passed: boolean;
  /** Longest time without a good answer from the event on, in seconds. */
  withoutSeconds: number;
  /** Failed requests that the bound does not allow. */
  failures: number;
  answers: number;
  /** The first failures that the bound does not allow. */
  examples: string[];
};

/** Bounds of issue C-04, by the event. */
export const bounds = {
  /** Saves while a machine is replaced. */
  machine: { withoutSeconds: 25, failures: 'allowed' },
  /** Saves while a machine is replaced that neither answers nor refuses: Patroni waits two seconds for it before it promotes another. */
  frozen: { withoutSeconds: 28, failures: 'allowed' },
  /** Saves at a planned switchover, and during events that should not be noticed. */
  switchover: { withoutSeconds: 3, failures: 'allowed' },
  /** The open emergency page and the right PIN, at any event. */
  card: { withoutSeconds: 2, failures: { after: 2 } },
  /** Any request while processes are replaced one after another. */
  upgrade: { withoutSeconds: 2, failures: 'none' },
} as const satisfies Record<string, Bound>;

/**
 * Returns the longest time between two good answers, in milliseconds, in a period: from its start to the first, and from the last
 * to its end, too.
 */
export function longestGap(answers: readonly Answer[], from: number, to: number): number {
  const good = answers.filter(({ at, isGood }) => isGood && at >= from && at <= to).map(({ at }) => at);
  const moments = [from, ...good.toSorted((a, b) => a - b), to];
  return Math.max(...moments.slice(1).map((at, index) => at - moments[index]!));
}

/** Judges the answers of a period that begins with an event. Without any answer nothing is proved, and the verdict is negative. */
export function judge(answers: readonly Answer[], from: number, to: number, bound: Bound): Verdict {
  const inside = answers.filter(({ at }) => at >= from && at <= to);
  const failed = inside.filter(({ isGood }) => !isGood);
  const { failures } = bound;
  const counted =
    failures === 'allowed'
      ? []
      : failed.filter(({ at }) => failures === 'none' || at > from + failures.after * 1_000);
  const withoutSeconds = longestGap(inside, from, to) / 1_000;
  return {
    passed: inside.length > 0 && counted.length === 0 && withoutSeconds <= bound.withoutSeconds,
    withoutSeconds,
    failures: counted.length,
    answers: inside.length,
    examples: counted
      .slice(0, 3)
      .map(({ at, what }) => `${((at - from) / 1_000).toFixed(1)} s: ${what ?? 'failed'}`),
  };
}
