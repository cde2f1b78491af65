import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownExternalId, storedExternalId } from './external-id.ts';

describe('the id of a provider in an external system', () => {
  it.each([' R-7 ', 'r-7', 'R - 7', '\tr-7\n', 'Ｒ-7'])(
    'is stored with the fixed prefix, trimmed and in lower case: %j [PROV-18, GAP-92]',
    (typed) => {
      expect(storedExternalId(typed)).toBe('ext-r-7');
    },
  );

  it('is empty for blanks [PROV-17]', () => {
    for (const typed of ['', '  ', '\u3000']) expect(storedExternalId(typed)).toBeNull();
  });

  it('is shown without the prefix, and stored the same again [PROV-18]', () => {
    expect(shownExternalId(null)).toBe('');
    expect(shownExternalId('demo-correa')).toBe('demo-correa');
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (typed) => {
        const stored = storedExternalId(typed);
        expect(stored === null ? null : storedExternalId(shownExternalId(stored))).toBe(stored);
      }),
    );
  });
});
