import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownParts, smallest } from './small-numbers.ts';

const parts = fc.record({ one: fc.nat(30), two: fc.nat(30), three: fc.nat(30) });
const totalOf = (of: Record<string, number>) => Object.values(of).reduce((sum, part) => sum + part, 0);

describe('numbers for those who may not see customers by name', () => {
  it('are shown if none is under five [D-52]', () => {
    expect(shownParts(20, { complete: 8, others: 12 })).toEqual({
      total: 20,
      parts: { complete: 8, others: 12 },
    });
  });

  it('are not shown under five, nor is the one that would give it away [D-52]', () => {
    expect(shownParts(20, { complete: 4, others: 16 })).toEqual({
      total: 20,
      parts: { complete: 'small', others: 'withheld' },
    });
    expect(shownParts(4, { complete: 0, others: 4 })).toEqual({
      total: 'small',
      parts: { complete: 'small', others: 'small' },
    });
  });

  it('never let a hidden number be calculated from the others [D-52]', () => {
    fc.assert(
      fc.property(parts, (of) => {
        const shown = shownParts(totalOf(of), of);
        const hidden = Object.values(shown.parts).filter((part) => typeof part !== 'number');
        expect(hidden.length === 1 && typeof shown.total === 'number').toBe(false);
        for (const [name, part] of Object.entries(shown.parts))
          if (typeof part === 'number') expect([part, part >= smallest]).toEqual([of[name as 'one'], true]);
      }),
    );
  });
});
