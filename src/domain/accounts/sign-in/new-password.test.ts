import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordProblems, passwordStrength } from './new-password.ts';

describe('password', () => {
  it('has at least 8 characters [SIGNUP-17]', () => {
    expect(passwordProblems('Abcde12')).toEqual(['field.password.tooShort']);
    expect(passwordProblems('Abcdef12')).toEqual([]);
    expect(passwordProblems('')).toEqual(['field.password.required']);
  });

  it('has a lower-case letter, an upper-case letter and a digit [SIGNUP-18]', () => {
    expect(passwordProblems('ABCDEF12')).toEqual(['field.password.lowercase']);
    expect(passwordProblems('abcdef12')).toEqual(['field.password.uppercase']);
    expect(passwordProblems('Abcdefgh')).toEqual(['field.password.digit']);
  });

  it('accepts only printable ASCII without spaces, at most 128 characters [SIGNUP-19]', () => {
    for (const password of [
      'Abcdef12 ',
      'Abc def12',
      'Abcdef12é',
      'Abcdef12密',
      'Abcdef12\t',
      'Abcdef12\u007F',
    ]) {
      expect(passwordProblems(password)).toEqual(['field.password.characters']);
    }
    expect(passwordProblems(`Aa1${'!~'.repeat(62)}x`)).toEqual([]);
    expect(passwordProblems(`Aa1${'x'.repeat(126)}`)).toEqual(['field.password.tooLong']);
  });

  it('is refused if it is a common password [SIGNUP-19]', () => {
    expect(passwordProblems('Password1', (password) => password === 'Password1')).toEqual([
      'field.password.common',
    ]);
    // A password that breaks another rule is reported for that rule alone.
    expect(passwordProblems('password', () => true)).toEqual([
      'field.password.uppercase',
      'field.password.digit',
    ]);
  });

  it('has a strength of 1 to 5', () => {
    const strengths = ['', 'a', 'aaaaaaaa', 'aaaaaaaA', 'aaaaaaA1', 'aaaaaA1!', 'aaaaaaaaaaA1'].map(
      passwordStrength,
    );
    expect(strengths).toEqual([1, 1, 2, 3, 4, 5, 5]);
    expect(passwordStrength('aaaaaaaaaaaa!')).toBe(2);
    fc.assert(
      fc.property(fc.string(), (password) => {
        expect([1, 2, 3, 4, 5]).toContain(passwordStrength(password));
        if (passwordProblems(password).length === 0)
          expect(passwordStrength(password)).toBeGreaterThanOrEqual(4);
      }),
    );
  });
});
