import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTerms } from '../../../../domain/customers/search-terms.ts';
import { partsToLookFor } from './parts.ts';

const wordsOf = (typed: string) => searchTerms(typed)?.[0]?.words ?? '';

describe('the parts of a word for an index query', () => {
  it.each([
    ['elaine', 1, ['lai']],
    ['elaine', 2, ['lai', 'ine']],
    ['Nguyen', 2, ['guy', 'yen']],
    ['hall', 2, ['hal', 'all']],
    ['stewart.123456@mail.example', 2, ['456', '234']],
    ['zh@mail.example', 1, ['xam']],
    ['ann', 2, ['ann']],
    ['wo', 2, [' wo']],
    ['100%', 2, ['100%']],
    ['zoë', 2, ['zoë']],
    ['秀英', 1, [' 秀', ' 英']],
    ['明明', 1, [' 明']],
  ])('are of %j, at most %i: %j [CTABLE-17]', (typed, most, parts) => {
    expect(partsToLookFor(wordsOf(typed), most)).toEqual(parts);
  });

  it('occur in every text that contains the word, so that none is missed [CTABLE-17]', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'aeknz19.@-_%\\ë王明') });
    fc.assert(
      fc.property(typed, fc.integer({ min: 1, max: 2 }), (text, most) => {
        for (const { words } of searchTerms(text) ?? []) {
          const parts = partsToLookFor(words, most);
          expect(parts.length).toBeGreaterThan(0);
          for (const part of parts) expect(words).toContain(part);
        }
      }),
    );
  });
});
