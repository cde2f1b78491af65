import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOneLetterAway } from './one-letter.ts';

const letter = fc.constantFrom(...'abcd');
const word = fc.array(letter, { minLength: 2, maxLength: 7 }).map((letters) => letters.join(''));

/** Every word that one wrong letter makes of a word. */
function mistypedOf(right: string): Set<string> {
  const made = new Set<string>();
  for (let at = 0; at <= right.length; at += 1) {
    const [before, after] = [right.slice(0, at), right.slice(at)];
    for (const other of 'abcd') {
      made.add(before + other + after);
      if (after) made.add(before + other + after.slice(1));
    }
    if (after) made.add(before + after.slice(1));
    if (after.length > 1) made.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  made.delete(right);
  return made;
}

describe('one wrong letter', () => {
  it.each([
    ['margaret', 'margret', true],
    ['margret', 'margaret', true],
    ['smith', 'smiht', true],
    ['smith', 'smyth', true],
    ['smith', 'smith', false],
    ['smith', 'smtih', true],
    ['smith', 'smhti', false],
    ['smith', 'smythe', false],
    ['', 'a', true],
  ])('is between %j and %j: %s [N-02]', (one, other, is) => {
    expect(isOneLetterAway(one, other)).toBe(is);
  });

  it('is one other, missing, added or exchanged letter, and nothing else [N-02]', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isOneLetterAway(one, other)).toBe(mistypedOf(one).has(other));
        expect(isOneLetterAway(other, one)).toBe(isOneLetterAway(one, other));
        for (const made of mistypedOf(one)) expect(isOneLetterAway(one, made)).toBe(true);
      }),
    );
  });
});
