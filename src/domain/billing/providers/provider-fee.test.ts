import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeBounds, priceOfOne, providerFee } from './provider-fee.ts';

const counts = fc.integer({ min: 0, max: feeBounds.count });
const prices = fc.integer({ min: 0, max: 1_000_000 });

describe('the fee of a provider', () => {
  it.each([
    [40, 2_500, 100_000],
    [1, 2_500, 2_500],
    [0, 2_500, 2_500],
    [12, 0, 0],
  ])('for %d at %d cents each is %d cents: at least one is counted [TRANS-04]', (count, price, fee) => {
    expect(providerFee(count, price)).toBe(fee);
  });

  it('can be converted back to the price of one, and is never less for more of them [TRANS-04]', () => {
    fc.assert(
      fc.property(counts, prices, (count, price) => {
        expect(priceOfOne(count, providerFee(count, price))).toBe(price);
        expect(providerFee(count + 1, price)).toBeGreaterThanOrEqual(providerFee(count, price));
      }),
    );
  });

  it('is invalid if a bed would cost a fraction of a cent [TRANS-04]', () => {
    expect(priceOfOne(12, 4_900)).toBeNull();
    expect(priceOfOne(0, 4_900)).toBe(4_900);
  });
});
