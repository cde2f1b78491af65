/** Unit that a provider pays for: one of the two is stored (GAP-106). */
export const feeUnits = ['beds', 'customers'] as const;
export type FeeUnit = (typeof feeUnits)[number];

/** Upper limits beyond any real provider, to catch an extra digit. */
export const feeBounds = { count: 100_000, fee: 100_000_000 } as const;

/**
 * Returns what a provider pays for a term, in cents: the price of one for each bed or customer, counting at least one (TRANS-04).
 */
export const providerFee = (count: number, priceOfOne: number): number => Math.max(1, count) * priceOfOne;

/**
 * Returns the price of one from a fee for a count; null if it is not a whole number of cents, and so not the fee for that count.
 */
export function priceOfOne(count: number, fee: number): number | null {
  const counted = Math.max(1, count);
  return fee % counted === 0 ? fee / counted : null;
}
