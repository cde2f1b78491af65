import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDiff, type Stretch } from './word-diff.ts';

const without = (stretches: readonly Stretch[], left: Stretch['kind']) =>
  stretches.flatMap(({ text, kind }) => (kind === left ? [] : text)).join('');

describe('the added and removed words', () => {
  it('are found in the middle of a text, in both languages [R-43]', () => {
    expect(
      wordDiff('Please play music in the mornings.', 'Please play the radio in the mornings.', 'en'),
    ).toEqual([
      { text: 'Please play ', kind: 'same' },
      { text: 'music', kind: 'removed' },
      { text: 'the radio', kind: 'added' },
      { text: ' in the mornings.', kind: 'same' },
    ]);
    const zh = wordDiff('早上请放音乐。', '早上请放收音机。', 'zh');
    expect(zh.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toEqual(['音乐']);
    expect(zh.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual(['收音机']);
  });

  it('preserve the earlier and the present text, whatever they are [R-43]', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab 我们。\n', 'é', '👩‍⚕️'), maxLength: 60 });
    fc.assert(
      fc.property(text, text, fc.constantFrom('en' as const, 'zh' as const), (before, now, language) => {
        const stretches = wordDiff(before, now, language);
        expect(without(stretches, 'added')).toBe(before);
        expect(without(stretches, 'removed')).toBe(now);
        expect(stretches.every(({ kind }) => kind === 'same')).toBe(before === now);
        expect(stretches.some(({ text: words }) => words === '')).toBe(false);
      }),
    );
  });

  it('are as few as possible: every other word stays [R-43]', () => {
    const mostInCommon = (one: string, other: string): number => {
      let row = Array.from({ length: other.length + 1 }, () => 0);
      for (const sign of one)
        row = row.reduce<number[]>(
          (next, above, j) => [
            ...next,
            j === 0 ? 0 : sign === other[j - 1] ? row[j - 1]! + 1 : Math.max(above, next[j - 1]!),
          ],
          [],
        );
      return row.at(-1)!;
    };
    const check = (before: string, now: string) => {
      const kept = wordDiff(before, now, 'en').flatMap(({ text, kind }) => (kind === 'same' ? text : []));
      expect(kept.join('').length, `${before} to ${now}`).toBe(mostInCommon(before, now));
    };
    // Each of these characters is a word of its own.
    const texts = [''];
    for (const text of texts) if (text.length < 3) texts.push(`${text}!`, `${text}?`, `${text}+`);
    for (const before of texts) for (const now of texts) check(before, now);
    const longer = fc.string({ unit: fc.constantFrom(...'!?+'), minLength: 4, maxLength: 12 });
    fc.assert(fc.property(longer, longer, check));
  });

  it('have each removed part before the part that replaced it', () => {
    expect(wordDiff('! a ?', '! b ?', 'en').map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
    expect(wordDiff('!?', '+!', 'en').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'added +',
      'same !',
      'removed ?',
    ]);
  });

  it('are found in two long texts without common words in well under a second [R-43]', () => {
    const long = (word: string) => Array.from({ length: 2_500 }, (_, index) => `${word}${index}`).join(' ');
    const begin = performance.now();
    const stretches = wordDiff(long('a'), long('b'), 'en');
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(without(stretches, 'added')).toBe(long('a'));
  });
});
