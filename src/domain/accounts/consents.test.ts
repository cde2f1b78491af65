import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consentDocuments, consentsDue } from './consents.ts';

const version = '0.1-0a1b2c3d4e';

describe('consents', () => {
  it.each([
    ['nothing yet', { eusa: null, privacy: null }, { eusa: true, privacy: true }],
    ['both as they are now', { eusa: version, privacy: version }, { eusa: false, privacy: false }],
    ['an earlier agreement', { eusa: '0.0', privacy: version }, { eusa: true, privacy: false }],
    ['the privacy notice not any more', { eusa: version, privacy: null }, { eusa: false, privacy: true }],
  ])('are due for who agreed to %s [CONSENT-01, GAP-71]', (_, agreed, due) => {
    expect(consentsDue(agreed, { eusa: version, privacy: version })).toEqual(due);
  });

  it('are due for each text by itself, and never for the version that holds now [CONSENT-01, GAP-71]', () => {
    const versions = fc.option(fc.string(), { nil: null });
    fc.assert(
      fc.property(versions, versions, fc.string(), (eusa, privacy, version) => {
        const present = { eusa: version, privacy: version };
        const due = consentsDue({ eusa, privacy }, present);
        for (const document of consentDocuments)
          expect(due[document]).toBe({ eusa, privacy }[document] !== version);
        expect(consentsDue(present, present)).toEqual({
          eusa: false,
          privacy: false,
        });
      }),
    );
  });
});
