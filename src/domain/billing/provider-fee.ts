/** What a provider is counted by: one of the two is kept (GAP-106). */
export const feeUnits = ['beds', 'customers'] as const;
export type FeeUnit = (typeof feeUnits)[number];

/** More than any provider has: a digit too many. */
export const feeBounds = { count: 100_000, fee: 100_000_000 } as const;

/** What a provider pays for a term: the price of one for each bed or customer, of which at least one is counted (TRANS-04). Cents. */
export const providerFee = (count: number, priceOfOne: number): number => Math.max(1, count) * priceOfOne;

/** The price of one in a fee for so many; null when it is no whole number of cents, and so not the fee for that many. */
export function priceOfOne(count: number, fee: number): number | null {
  const counted = Math.max(1, count);
  return fee % counted === 0 ? fee / counted : null;
}
