import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, partCount, partRange, percentOf } from './parts.ts';

const cuts = fc.record({
  size: fc.integer({ min: 1, max: 10_000 }),
  partSize: fc.integer({ min: 1, max: 999 }),
});

describe('the parts of a file', () => {
  it('are the whole file, in order, without a gap [UPLOAD-13]', () => {
    fc.assert(
      fc.property(cuts, (cut) => {
        let end = 0;
        for (let n = 1; n <= partCount(cut); n += 1) {
          const { from, to } = partRange(n, cut);
          expect(from).toBe(end);
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(cut.partSize);
          expect(bytesOf(n, cut)).toBe(to);
          end = to;
        }
        expect(end).toBe(cut.size);
      }),
    );
  });

  it('of 25 MB in parts of 2 MB are 13, the last one of 1 MB', () => {
    const mb = 1024 * 1024;
    const cut = { size: 25 * mb, partSize: 2 * mb };
    expect(partCount(cut)).toBe(13);
    expect(partRange(13, cut)).toEqual({ from: 24 * mb, to: 25 * mb });
  });
});

describe('the percent', () => {
  it('is whole, never decreases, and is 100 only when all was sent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(1e9), fc.nat(1e9), (size, one, other) => {
        const [less, more] = [Math.min(one, other, size), Math.min(Math.max(one, other), size)];
        expect(percentOf(less, size)).toBeLessThanOrEqual(percentOf(more, size));
        expect(Number.isInteger(percentOf(more, size))).toBe(true);
        expect(percentOf(more, size) === 100).toBe(more === size);
      }),
    );
  });
});
