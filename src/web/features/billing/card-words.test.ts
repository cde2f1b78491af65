import type { Translate } from '../../../domain/i18n/texts.ts';
import { describe, expect, it } from 'vitest';
import { brandName, cardParts, dayAfterExpiry, expiryState } from './card-words.ts';
import { problemsOfCode } from './card/card-handle.ts';

const t: Translate = (key: string, _?: unknown) => key;
const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2026 };

describe('a saved card', () => {
  it('is shown with its brand, its last digits, and month and year as on the card [ENT-05]', () => {
    expect(cardParts(t, { ...card, exp_month: 3 })).toEqual({
      brand: 'billing.brand.visa',
      last4: '4242',
      month: '03',
      year: '26',
    });
    expect(brandName(t, 'discover')).toBe('discover');
  });

  it('is valid to the last moment of its month in Melbourne, and expires soon sixty days before [BILL-01]', () => {
    expect(dayAfterExpiry(card)).toBe('2027-01-01');
    // Midnight in Melbourne is 13:00 UTC of the day before.
    expect(expiryState(card, new Date('2026-12-31T12:59:00Z'))).toBe('soon');
    expect(expiryState(card, new Date('2026-12-31T13:00:00Z'))).toBe('expired');
    expect(expiryState(card, new Date('2026-10-01T00:00:00Z'))).toBe('good');
    expect(expiryState(card, new Date('2026-11-03T00:00:00Z'))).toBe('soon');
  });
});

it('an error of the payment company about a card is shown at its field, and other errors at no field [ERR-23]', () => {
  expect(problemsOfCode('incorrect_number')).toEqual({ number: 'checkout.card.error.numberWrong' });
  expect(problemsOfCode('invalid_expiry_year_past')).toEqual({ expiry: 'checkout.card.error.expired' });
  expect(problemsOfCode('incorrect_cvc')).toEqual({ cvc: 'error.payment.cvcWrong' });
  expect(problemsOfCode('card_declined')).toBeUndefined();
});
