import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollars } from './money.ts';

describe('cents in words', () => {
  it.each([
    [4_900, '$49'],
    [4_950, '$49.50'],
    [29_905, '$299.05'],
    [0, '$0'],
    [-1_000, '-$10'],
    [123_456_700, '$1,234,567'],
  ])('%i are %s [PAY-06] [PAY-07]', (cents, words) => {
    expect(dollars(cents)).toBe(words);
  });

  it('have both decimals on paper [PAY-19]', () => {
    expect(dollars(4_900, { exact: true })).toBe('$49.00');
    expect(dollars(-5, { exact: true })).toBe('-$0.05');
  });

  it('represent the same number, whatever it is [PAY-19]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.boolean(), (cents, exact) => {
        const read = Number(dollars(cents, { exact }).replace(/[$,]/g, ''));
        expect(Math.round(read * 100)).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });
});
