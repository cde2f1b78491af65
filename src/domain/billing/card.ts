/** The cards that are taken (PAY-17), by the payment company's names. */
export const cardBrands = ['visa', 'mastercard', 'amex', 'jcb', 'unionpay'] as const;

export type CardBrand = (typeof cardBrands)[number];

/** A saved card (ENT-05), as far as it may be shown. */
export type SavedCard = { brand: CardBrand; last4: string; exp_month: number; exp_year: number };

export const isCardBrand = (brand: string): brand is CardBrand =>
  (cardBrands as readonly string[]).includes(brand);
