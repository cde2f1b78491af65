import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differsByOne, findTerms, folded, halvesOf, nearPattern, rankOf } from './find-terms.ts';

const today = '2026-11-28';
const termsOf = (typed: string) => findTerms(typed, today);

describe('a typed search for a person', () => {
  it('consists of words without commas, accents and apostrophes of any kind [N-02, S-75]', () => {
    expect(termsOf('McKenzie, Thuy')).toEqual({ words: ['mckenzie', 'thuy'], born: null });
    expect(termsOf('Zoë')).toEqual(termsOf('zoe'));
    for (const name of ["O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`Brien'])
      expect(termsOf(name)).toEqual({ words: ['obrien'], born: null });
  });

  it('has each Han character as a word [N-02]', () => {
    expect(termsOf('国强 李')).toEqual({ words: ['国', '强', '李'], born: null });
  });

  it('contains a birth date as people type it; two digits are a year that is not in the future [N-02]', () => {
    for (const typed of [
      '14/5/43',
      '14/05/1943',
      '14.5.43',
      '14-5-1943',
      '14 May 1943',
      '1943-05-14',
      '1943年5月14日',
    ])
      expect(termsOf(typed)).toEqual({ words: [], born: { on: '1943-05-14' } });
    expect(termsOf('1/1/26')?.born).toEqual({ on: '2026-01-01' });
    expect(termsOf('1/1/27')?.born).toEqual({ on: '1927-01-01' });
    expect(termsOf('Thuy 14/5/43')).toEqual({ words: ['thuy'], born: { on: '1943-05-14' } });
  });

  it('takes a year for a birth year, which stays a word, and no date that does not exist [N-02]', () => {
    expect(termsOf('1943')).toEqual({ words: ['1943'], born: { inYear: 1943 } });
    expect(termsOf('31/2/43')?.born).toBeNull();
    expect(termsOf('14/13/43')?.born).toBeNull();
  });

  it('is null without letters and digits, and never fails, whatever is typed [N-02]', () => {
    for (const typed of ['', '  ', ',.%_', '\u202E', "'"]) expect(termsOf(typed)).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const terms = termsOf(typed);
        for (const word of terms?.words ?? []) expect(word).not.toMatch(/\s|'/u);
        expect((terms?.words ?? []).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

describe('one wrong letter', () => {
  const letters = fc.stringMatching(/^[a-z]{4,12}$/);
  const at = fc.nat();
  const letter = fc.stringMatching(/^[a-z]$/);

  /** Changes one letter of a word: another one, one more, one fewer, or two exchanged. */
  function mistake(word: string, place: number, other: string, kind: number): string {
    const here = place % word.length;
    const [before, after] = [word.slice(0, here), word.slice(here + 1)];
    if (kind === 0) return before + other + after;
    if (kind === 1) return before + other + word.slice(here);
    if (kind === 2) return before + after;
    return before + word.charAt(here + 1) + word.charAt(here) + word.slice(here + 2);
  }

  it('is recognised in both directions, and two wrong letters are not [N-02]', () => {
    fc.assert(
      fc.property(letters, at, letter, fc.nat({ max: 3 }), (word, place, other, kind) => {
        const wrong = mistake(word, place, other, kind);
        expect(differsByOne(word, wrong)).toBe(true);
        expect(differsByOne(wrong, word)).toBe(true);
        expect(` other ${word} `).toMatch(new RegExp(nearPattern(wrong)));
      }),
    );
    for (const [one, other] of [
      ['whitlock', 'whitlook1'],
      ['chen', 'lin'],
      ['ward', 'wxyd'],
      ['abcd', 'badc'],
    ] as const)
      expect(differsByOne(one, other)).toBe(false);
  });

  it('leaves a half of the word that its patterns look for, wherever it is [N-02]', () => {
    fc.assert(
      fc.property(letters, at, letter, fc.nat({ max: 3 }), (word, place, other, kind) => {
        const typed = mistake(word, place, other, kind);
        fc.pre(typed.length >= 4);
        const { begins, ends } = halvesOf(typed);
        const isFound =
          begins.some((part) => word.startsWith(part)) || ends.some((part) => word.endsWith(part));
        expect([word, typed, isFound]).toEqual([word, typed, true]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the rank of a person', () => {
  const rank = (typed: string, first_name: string, last_name: string, customer_id: string | null = null) =>
    rankOf(termsOf(typed) ?? { words: [], born: null }, { first_name, last_name, customer_id });

  it('is best for whole names and for the customer ID in any form, then for beginnings of names [N-02]', () => {
    expect(rank('chen lin', 'Lin Mei', 'Chen')).toBe(0);
    expect(rank('bh1001', 'Lin Mei', 'Chen', 'BH-1001')).toBe(0);
    expect(rank('BH-1001', 'Lin Mei', 'Chen', 'BH-1001')).toBe(0);
    expect(rank('che', 'Lin Mei', 'Chen')).toBe(1);
    expect(rank('hen', 'Lin Mei', 'Chen')).toBe(2);
    expect(rank("o'brien", 'Kate', 'O’Brien')).toBe(0);
    expect(rank('国强', '国强', '李')).toBe(0);
  });

  it('compares names without accents [N-02]', () => {
    expect(folded('Zoë Müller-Lüdenscheidt')).toBe('zoe muller-ludenscheidt');
    expect(rank('ludenscheidt', 'Zoë', 'Müller-Lüdenscheidt')).toBe(0);
  });
});
