import { daysAfter, type IsoDate } from '../../fields.ts';

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

/** Months before the end of a card in which its owner is warned. */
const soonMonths = 2;

/** Returns the last day on which a card is valid, and whether it is over on a day in Melbourne or ends within two months. */
export function cardEnd(
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  today: IsoDate,
): { on: IsoDate; state: 'valid' | 'soon' | 'over' } {
  const firstAfter = (month: number) =>
    `${exp_year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const on = daysAfter(firstAfter(exp_month), -1);
  if (today > on) return { on, state: 'over' };
  const warnedFrom = monthsBefore(on, soonMonths);
  return { on, state: today >= warnedFrom ? 'soon' : 'valid' };
}

/** Returns the same day some months earlier, or the last day of that month if it is shorter. */
function monthsBefore(day: IsoDate, months: number): IsoDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const count = year * 12 + month - 1 - months;
  const lastDate = new Date(Date.UTC(Math.floor(count / 12), (count % 12) + 1, 0)).getUTCDate();
  const parts = [Math.floor(count / 12), (count % 12) + 1, Math.min(date, lastDate)];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
