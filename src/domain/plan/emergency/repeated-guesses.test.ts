import { describe, expect, it } from 'vitest';
import { isRepeat, repeatedWithinMs, withoutRepeats, type SentGuess } from './repeated-guesses.ts';

const guess = (at: number, request: string | null, more: Partial<SentGuess> = {}): SentGuess => ({
  at,
  request,
  ok: false,
  sameAddress: true,
  ...more,
});

describe('guesses of a request that a proxy sends to two servers', () => {
  it('are one, at the time of the first, and right if one of them was right [C-01]', () => {
    const both = [guess(2_500, 'a', { ok: true }), guess(1_000, 'a')];
    expect(withoutRepeats(both)).toEqual([guess(1_000, 'a', { ok: true })]);
    expect(withoutRepeats([...both, guess(3_000, 'b')])).toHaveLength(2);
    // The argument is the list of a process: it stays as it was.
    expect(both[1]).toEqual(guess(1_000, 'a'));
  });

  it('are several when the request differs, is not known, or came later than a proxy repeats it [C-01]', () => {
    const later = [1_000, 1_000 + repeatedWithinMs, 1_000 + 2 * repeatedWithinMs];
    expect(withoutRepeats(later.map((at) => guess(at, 'a')))).toHaveLength(3);
    expect(withoutRepeats([guess(1_000, null), guess(1_000, null), guess(1_000, 'a')])).toHaveLength(3);
    // Counted from the first, so that a chain of repeats ends.
    const chain = Array.from({ length: 61 }, (_, second) => guess(second * 1_000, 'a'));
    expect(withoutRepeats(chain)).toHaveLength(3);
  });

  it('are recognised by the request alone, for half a minute [C-01]', () => {
    const earlier = [guess(1_000, 'a'), guess(1_000, null)];
    expect(isRepeat(earlier, 'a', 1_000 + repeatedWithinMs - 1)).toBe(true);
    expect(isRepeat(earlier, 'a', 1_000 + repeatedWithinMs)).toBe(false);
    expect(isRepeat(earlier, 'b', 1_000)).toBe(false);
    expect(isRepeat(earlier, null, 1_000)).toBe(false);
  });
});
