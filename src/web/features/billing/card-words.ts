import { isCardBrand } from '../../../domain/billing/cards/card.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import type { ShownCard } from './billing-api.ts';

/** Returns the name of a brand; a brand that is not accepted keeps the name from the payment company. */
export const brandName = (t: Translate, brand: string): string =>
  isCardBrand(brand) ? t(`billing.brand.${brand}`) : brand;

const twoDigits = (number: number): string => String(number % 100).padStart(2, '0');

/** Returns the parts of a card for a sentence: `brand`, `last4`, and `month` and `year` as on the card. */
export const cardParts = (t: Translate, { brand, last4, exp_month, exp_year }: ShownCard) => ({
  brand: brandName(t, brand),
  last4,
  month: twoDigits(exp_month),
  year: twoDigits(exp_year),
});

/** Returns the first day of the month after the one on a card. */
export function dayAfterExpiry({ exp_month, exp_year }: Pick<ShownCard, 'exp_month' | 'exp_year'>): IsoDate {
  const month = exp_month % 12;
  const year = exp_year + (exp_month === 12 ? 1 : 0);
  return `${year}-${String(month + 1).padStart(2, '0')}-01`;
}

/** Returns whether a card is valid, expires within `soonDays`, or has expired. */
export function expiryState(
  card: Pick<ShownCard, 'exp_month' | 'exp_year'>,
  now: Date,
): 'good' | 'soon' | 'expired' {
  const end = dayAfterExpiry(card);
  if (melbourneDate(now) >= end) return 'expired';
  return melbourneDate(now.getTime() + soonDays * 86_400_000) >= end ? 'soon' : 'good';
}

/** Number of days before its expiry in which a card expires soon. */
const soonDays = 60;
