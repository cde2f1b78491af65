import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreedAtSignUp, agreedVersions, consentDocuments, consentsDue, isConsentDue } from './consents.ts';

const version = '0.1-0a1b2c3d4e';

describe('consents', () => {
  it.each([
    ['nothing yet', { eusa: null, privacy: null }, { eusa: true, privacy: true }],
    ['both as they are now', { eusa: version, privacy: version }, { eusa: false, privacy: false }],
    ['an earlier agreement', { eusa: '0.0', privacy: version }, { eusa: true, privacy: false }],
    ['the privacy notice not any more', { eusa: version, privacy: null }, { eusa: false, privacy: true }],
  ])('are due for a person who agreed to %s [CONSENT-01, GAP-71]', (_, agreed, due) => {
    expect(consentsDue(agreed, { eusa: version, privacy: version })).toEqual(due);
  });

  it('are given at sign-up to the current texts, and not to a text whose page still showed other words [CONSENT-01]', () => {
    const present = { eusa: 'e2', privacy: 'p2' };
    expect(agreedAtSignUp(undefined, present)).toEqual(present);
    expect(agreedAtSignUp({ ...present }, present)).toEqual(present);
    expect(agreedAtSignUp({ ...present, eusa: 'e1' }, present)).toEqual({ ...present, eusa: null });
    expect(agreedAtSignUp({ ...present, privacy: 'p1' }, present)).toEqual({ ...present, privacy: null });
  });

  it('block a person while one of them is due [GAP-71]', () => {
    const present = { eusa: 'e2', privacy: 'p2' };
    const account = { eusa_read_version: 'e2', privacy_policy_read_version: 'p2' };
    expect(agreedVersions(account)).toEqual(present);
    expect(isConsentDue(account, present)).toBe(false);
    expect(isConsentDue({ ...account, eusa_read_version: 'e1' }, present)).toBe(true);
    expect(isConsentDue({ ...account, privacy_policy_read_version: null }, present)).toBe(true);
    expect(isConsentDue({ eusa_read_version: null, privacy_policy_read_version: null }, present)).toBe(true);
  });

  it('are due for each text separately, and never for the current version [CONSENT-01, GAP-71]', () => {
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
