import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { daysAfter } from '../../fields.ts';
import { cardBrands, cardEnd, isCardBrand, isCardOver } from './card.ts';
import { gstWithin } from '../gst.ts';

describe('a saved card', () => {
  it('has expired on the first day of the month after its own, and not before [PAY-16]', () => {
    const card = { exp_month: 3, exp_year: 2027 };
    expect(
      ['2026-12-31', '2027-02-28', '2027-03-01', '2027-03-31'].map((day) => isCardOver(card, day)),
    ).toEqual([false, false, false, false]);
    expect(['2027-04-01', '2027-10-01', '2028-01-01'].map((day) => isCardOver(card, day))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isCardOver({ exp_month: 12, exp_year: 2026 }, '2027-01-01')).toBe(true);
  });

  it.each([
    [3, 2027, '2027-01-30', 'valid'],
    [3, 2027, '2027-01-31', 'soon'],
    [3, 2027, '2027-03-31', 'soon'],
    [3, 2027, '2027-04-01', 'over'],
    [4, 2027, '2027-02-27', 'valid'],
    [4, 2027, '2027-02-28', 'soon'],
    [1, 2027, '2026-11-29', 'valid'],
    [1, 2027, '2026-11-30', 'soon'],
    [12, 2026, '2026-10-31', 'soon'],
    [12, 2026, '2027-01-01', 'over'],
  ] as const)('of month %i/%i is on %s: %s', (exp_month, exp_year, today, state) => {
    expect(cardEnd({ exp_month, exp_year }, today).state).toBe(state);
  });

  it('ends on the last day of its month, and is over exactly when it cannot be charged', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const year = fc.integer({ min: 2020, max: 2060 });
    const days = fc.integer({ min: 0, max: 14_000 });
    fc.assert(
      fc.property(month, year, days, (exp_month, exp_year, after) => {
        const today = daysAfter('2022-01-01', after);
        const card = { exp_month, exp_year };
        const { on, state } = cardEnd(card, today);
        expect(on.slice(0, 7)).toBe(`${exp_year}-${String(exp_month).padStart(2, '0')}`);
        expect(daysAfter(on, 1).slice(8)).toBe('01');
        expect(state === 'over').toBe(isCardOver(card, today));
        if (state === 'soon') expect(daysAfter(today, 62) >= on).toBe(true);
        if (state === 'valid') expect(daysAfter(today, 59) <= on).toBe(true);
      }),
    );
  });

  it('has an accepted brand, or none [PAY-17]', () => {
    expect(cardBrands.every(isCardBrand)).toBe(true);
    for (const brand of ['discover', 'other', 'Visa', '']) expect(isCardBrand(brand)).toBe(false);
  });
});

it('calculates the GST within a price: one eleventh, to the cent [D-34]', () => {
  expect([0, 1_100, 4_900, 29_900, 5, 6].map(gstWithin)).toEqual([0, 100, 445, 2_718, 0, 1]);
});
