import { plainDigits } from '../../typed-text/digits.ts';
import type { IsoDate } from '../../fields.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { isCardBrand, type CardBrand } from './card.ts';

/** Typed data of a card (PAY-16). */
export type CardEntry = { number: string; expiry: string; cvc: string };

export const cardEntryFields = ['number', 'expiry', 'cvc'] as const;

export type CardEntryField = (typeof cardEntryFields)[number];

/** Returns the digits of a typed number, without blanks and hyphens. */
const digitsOf = (text: string): string => plainDigits(text).replace(/[\s-]/gu, '');

const brandStarts: readonly (readonly [RegExp, CardBrand | 'other'])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^62/, 'unionpay'],
];

/** Returns the brand of a card by the first digits of its number; 'other' for one that is not accepted (PAY-17). */
export const brandOfNumber = (number: string): CardBrand | 'other' =>
  brandStarts.find(([start]) => start.test(digitsOf(number)))?.[1] ?? 'other';

/** Whether the last digit of a number is the check digit of the others (Luhn). */
function isChecked(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns month and year of `MM/YY` or `MM/YYYY`, also without the slash; undefined if it is not valid. */
export function expiryOf(text: string): { month: number; year: number } | undefined {
  const match = /^(\d{1,2})\/?(\d{2}|20\d{2})$/.exec(plainDigits(text).replace(/\s/gu, ''));
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return undefined;
  const year = Number(match[2]);
  return { month, year: year < 100 ? 2000 + year : year };
}

function numberProblem(number: string): PlainTextKey | undefined {
  const digits = digitsOf(number);
  if (digits === '') return 'error.payment.cardNumber';
  if (!/^\d{12,19}$/.test(digits) || !isChecked(digits)) return 'checkout.card.error.numberWrong';
  return isCardBrand(brandOfNumber(digits)) ? undefined : 'error.payment.cardBrand';
}

function expiryProblem(text: string, today: IsoDate): PlainTextKey | undefined {
  const expiry = expiryOf(text);
  if (!expiry) return 'error.payment.cardExpiry';
  const last = `${expiry.year}-${String(expiry.month).padStart(2, '0')}`;
  // A card is valid to the end of its month.
  return last < today.slice(0, 7) ? 'checkout.card.error.expired' : undefined;
}

/** Returns the error of each field of a card, by text keys. `today` is a date in Melbourne. */
export function cardEntryProblems(
  { number, expiry, cvc }: CardEntry,
  today: IsoDate,
): Partial<Record<CardEntryField, PlainTextKey>> {
  const problems = {
    number: numberProblem(number),
    expiry: expiryProblem(expiry, today),
    cvc: /^\d{3,4}$/.test(digitsOf(cvc)) ? undefined : ('error.payment.cardCvc' as const),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

/** Returns a card in the form for the payment company. Only for an entry without errors. */
export function cardToSend({ number, expiry, cvc }: CardEntry) {
  const { month, year } = expiryOf(expiry) ?? { month: 0, year: 0 };
  return { number: digitsOf(number), exp_month: month, exp_year: year, cvc: digitsOf(cvc) };
}
