import { describe, expect, it } from 'vitest';
import { cardBrands, isCardBrand, isCardOver } from './card.ts';
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

  it('has an accepted brand, or none [PAY-17]', () => {
    expect(cardBrands.every(isCardBrand)).toBe(true);
    for (const brand of ['discover', 'other', 'Visa', '']) expect(isCardBrand(brand)).toBe(false);
  });
});

it('calculates the GST within a price: one eleventh, to the cent [D-34]', () => {
  expect([0, 1_100, 4_900, 29_900, 5, 6].map(gstWithin)).toEqual([0, 100, 445, 2_718, 0, 1]);
});
