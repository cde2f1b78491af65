import type { IsoDate } from '../../fields.ts';

/** Accepted brands of cards (PAY-17), by the payment company's names. */
export const cardBrands = ['visa', 'mastercard', 'amex', 'jcb', 'unionpay'] as const;

export type CardBrand = (typeof cardBrands)[number];

/** Data of a saved card that may be shown (ENT-05). */
export type SavedCard = { brand: CardBrand; last4: string; exp_month: number; exp_year: number };

export const isCardBrand = (brand: string): brand is CardBrand =>
  (cardBrands as readonly string[]).includes(brand);

/** Whether a card has expired on a day in Melbourne. It is valid through the last day of its month. */
export const isCardOver = (
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  on: IsoDate,
): boolean => on.slice(0, 7) > `${exp_year}-${String(exp_month).padStart(2, '0')}`;
