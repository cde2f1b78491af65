import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOfNumber, cardEntryProblems, cardToSend, expiryOf } from './card-entry.ts';

const today = '2026-11-22';
const good = { number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123' };
const problems = (entry: Partial<typeof good>) => cardEntryProblems({ ...good, ...entry }, today);

describe('a typed card', () => {
  it('needs a number, an expiry date and a CVC [PAY-16]', () => {
    expect(cardEntryProblems({ number: ' ', expiry: '', cvc: '' }, today)).toEqual({
      number: 'error.payment.cardNumber',
      expiry: 'error.payment.cardExpiry',
      cvc: 'error.payment.cardCvc',
    });
    expect(Object.keys(problems({}))).toEqual([]);
    for (const cvc of ['12', '12345', 'x123', '123x'])
      expect(problems({ cvc })).toEqual({ cvc: 'error.payment.cardCvc' });
    expect(problems({ cvc: '1234' })).toEqual({});
  });

  it.each([
    ['4242 4242 4242 4242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
  ])('is accepted with the number %s: %s [PAY-17]', (number, brand) => {
    expect(brandOfNumber(number)).toBe(brand);
    expect(problems({ number })).toEqual({});
  });

  it.each(['6011111111111117', '3056930009020004'])('is refused with the number %s [PAY-17]', (number) => {
    expect(problems({ number })).toEqual({ number: 'error.payment.cardBrand' });
  });

  it('has a number of 12 to 19 digits, whatever their check sum [PAY-16]', () => {
    for (const number of ['40000000006', '40000000000000000002', '4242x4242 4242 4242'])
      expect(problems({ number })).toEqual({ number: 'checkout.card.error.numberWrong' });
    expect(brandOfNumber('9')).toBe('other');
  });

  it('has an invalid number if one digit is wrong [PAY-16]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 9 }), (at, more) => {
        const digits = [...good.number.replaceAll(' ', '')];
        digits[at] = String((Number(digits[at]) + more) % 10);
        expect(problems({ number: digits.join('') }).number).toBe('checkout.card.error.numberWrong');
      }),
    );
  });

  it('is valid to the end of its month, and not in the next [PAY-16]', () => {
    for (const expiry of ['10/26', '9/26', '12/25'])
      expect(problems({ expiry })).toEqual({ expiry: 'checkout.card.error.expired' });
    expect(problems({ expiry: '1/27' })).toEqual({});
    expect(problems({ expiry: '11 / 2026' })).toEqual({});
  });

  it('has an expiry date in every usual form, and none with a thirteenth month', () => {
    expect(['03/30', '3/30', '0330', '03/2030', '０３／３０'].map(expiryOf)).toEqual(
      Array.from({ length: 5 }, () => ({ month: 3, year: 2030 })),
    );
    expect(['01/30', '12/30'].map((text) => expiryOf(text)?.month)).toEqual([1, 12]);
    expect(['13/30', '00/30', '1', 'March', '103/30', '03/301', '03/1930'].map(expiryOf)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
  });

  it('is sent as plain digits', () => {
    expect(cardToSend({ ...good, cvc: '１２３' })).toEqual({
      number: '4242424242424242',
      exp_month: 11,
      exp_year: 2026,
      cvc: '123',
    });
  });
});
