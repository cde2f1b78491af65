import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../i18n/catalogue.ts';
import { searchTerms } from './search-terms.ts';

const wordsOf = (typed: string) => searchTerms(typed)?.map(({ words }) => words);

describe('the terms of a customer search', () => {
  it.each([
    ['Ann Wong', ['Ann', 'Wong']],
    ['wo', [' wo']],
    ["o'b", [" o'b"]],
    ["o'brien", ["o'brien"]],
    ['王小明', [' 王 小 明 ']],
    ['Li王', [' Li', ' 王 ']],
    ['ann & %', ['ann']],
    ['\u200Fann\u200E', ['ann']],
  ])('in %j are %j [CTABLE-17, CTABLE-18]', (typed, words) => {
    expect(wordsOf(typed)).toEqual(words);
  });

  it.each(['', ' ', '%', '_ %', '@', '\u200F'])('in %j are none', (typed) => {
    expect(searchTerms(typed)).toBeNull();
  });

  it('include the plan status by the words of the table, in both languages [CTABLE-18]', () => {
    for (const language of ['en', 'zh'] as const)
      for (const status of ['draft', 'complete'] as const) {
        const shown = catalogue[language][`customers.acpStatus.${status}`];
        expect(searchTerms(shown?.toUpperCase() ?? '')).toMatchObject([{ status }]);
      }
    expect(searchTerms('drafts')).toMatchObject([{ status: null }]);
  });

  it('always have a letter or a digit, and begin a word or have three of them in a row', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        for (const { words } of searchTerms(typed) ?? []) {
          expect(words).toMatch(/[\p{L}\p{N}]/u);
          expect(words.startsWith(' ') || /[\p{L}\p{N}]{3}/u.test(words)).toBe(true);
        }
      }),
    );
  });
});
