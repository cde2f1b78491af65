import type { IsoDate } from '../fields.ts';

/** The cards that are taken (PAY-17), by the payment company's names. */
export const cardBrands = ['visa', 'mastercard', 'amex', 'jcb', 'unionpay'] as const;

export type CardBrand = (typeof cardBrands)[number];

/** A saved card (ENT-05), as far as it may be shown. */
export type SavedCard = { brand: CardBrand; last4: string; exp_month: number; exp_year: number };

export const isCardBrand = (brand: string): brand is CardBrand =>
  (cardBrands as readonly string[]).includes(brand);

/** Whether a card is out of date on a day in Melbourne. It works through the last day of its month. */
export const isCardOver = (
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  on: IsoDate,
): boolean => on.slice(0, 7) > `${exp_year}-${String(exp_month).padStart(2, '0')}`;
