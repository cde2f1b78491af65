import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTerms } from '../../../../../domain/customers/search-terms.ts';
import { countParts } from './part-counts.ts';
import { partsToLookFor } from './parts.ts';

const wordsOf = (typed: string) => searchTerms(typed)?.[0]?.words ?? '';

const sample = [
  'elaine hall ehall@mail.example',
  'ray ellis ray.ellis@mail.example',
  'laila malaika ml@mail.example',
  'ann marshall am@mail.example',
];

describe('the parts of a word for an index query', () => {
  it.each([
    // In the sample "lai" is in two texts, "ela", "ain" and "ine" are in one.
    ['elaine', 1, ['ela']],
    ['elaine', 2, ['ela', 'ain']],
    ['Marshall', 2, ['Mar', 'rsh']],
    ['hall', 2, ['hal', 'all']],
    ['zh@mail.example', 1, ['mai']],
    ['stewart.123456@mail.example', 2, ['ste', 'ewa']],
    ['ann', 2, ['ann']],
    ['wo', 2, [' wo']],
    ['100%', 2, ['100%']],
    ['zoë', 2, ['zoë']],
    ['秀英', 1, [' 秀', ' 英']],
    ['明明', 1, [' 明']],
  ])('are the rarest of %j in a sample, at most %i: %j [CTABLE-17]', (typed, most, parts) => {
    expect(partsToLookFor(wordsOf(typed), most, countParts(sample))).toEqual(parts);
  });

  it('are found without a sample too [CTABLE-17]', () => {
    expect(partsToLookFor('nguyen', 2, countParts([]))).toEqual(['ngu', 'uye']);
  });

  it('occur in every text that contains the word, so that none is missed, whatever the sample [CTABLE-17]', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'aeknz19.@-_%\\ë王明') });
    fc.assert(
      fc.property(typed, fc.integer({ min: 1, max: 2 }), fc.array(typed), (text, most, texts) => {
        for (const { words } of searchTerms(text) ?? []) {
          const parts = partsToLookFor(words, most, countParts(texts));
          expect(parts.length).toBeGreaterThan(0);
          for (const part of parts) expect(words).toContain(part);
        }
      }),
    );
  });

  it('count each text once, however often it has the part', () => {
    const countOf = countParts(['anna hanna anna', 'joanna', 'bob']);
    expect([countOf('ann'), countOf('nna'), countOf('bob'), countOf('xyz')]).toEqual([2, 2, 1, 0]);
  });
});
