import { describe, expect, it } from 'vitest';
import { createChangedCards } from './changed-cards.ts';
import { createPositions, knownLagMs } from './positions.ts';

describe('the positions of a primary', () => {
  it('show how much a replica lacked at its last answer, and nothing about a position before them [C-01]', () => {
    const positions = createPositions();
    expect(positions.lagOf(100)).toBeNull();
    for (const [at, position] of [
      [0, 100],
      [1_000, 200],
      [2_000, 200],
      [3_000, 300],
    ] as const)
      expect(positions.add({ at, position })).toBe(true);
    expect([99, 100, 199, 200, 299, 300, 999].map((position) => positions.lagOf(position))).toEqual([
      null,
      3_000,
      3_000,
      1_000,
      1_000,
      0,
      0,
    ]);
  });

  it('are known for ten minutes: a replica that is years behind has no lag that could be trusted [C-01]', () => {
    const positions = createPositions();
    positions.add({ at: 0, position: 100 });
    positions.add({ at: knownLagMs, position: 200 });
    expect(positions.lagOf(150)).toBe(knownLagMs);
    positions.add({ at: knownLagMs + 1, position: 300 });
    expect(positions.lagOf(150)).toBeNull();
    expect(positions.lagOf(200)).toBe(1);
  });

  it('begin again when the primary went back, as after a failover that lost changes [C-01]', () => {
    const positions = createPositions();
    positions.add({ at: 0, position: 100 });
    positions.add({ at: 1, position: 300 });
    expect(positions.add({ at: 2, position: 200 })).toBe(false);
    expect([positions.lagOf(150), positions.lagOf(200)]).toEqual([null, 0]);
  });
});

describe('the changes of cards', () => {
  it('are missing until the replica has them, also when the primary lists them again [C-01]', () => {
    const changed = createChangedCards();
    changed.add([
      { id: 1, userId: 'a' },
      { id: 2, userId: 'b' },
    ]);
    expect([changed.isMissing('a'), changed.isMissing('c'), changed.isMissing(null)]).toEqual([
      true,
      false,
      true,
    ]);
    changed.confirm([1], 0);
    changed.add([{ id: 1, userId: 'a' }]);
    expect([changed.isMissing('a'), changed.isMissing('b'), changed.missing()]).toEqual([false, true, [2]]);
    changed.confirm([2], 0);
    expect(changed.isMissing(null)).toBe(false);
  });

  it('of one person are all needed [C-01]', () => {
    const changed = createChangedCards();
    changed.add([
      { id: 1, userId: 'a' },
      { id: 2, userId: 'a' },
    ]);
    changed.confirm([2], 0);
    expect(changed.isMissing('a')).toBe(true);
  });

  it('that are too many to remember make the replica unusable as a whole [C-01]', () => {
    const changed = createChangedCards();
    changed.add(Array.from({ length: 60_000 }, (_, id) => ({ id, userId: String(id) })));
    expect(changed.isFull()).toBe(true);
    expect(changed.missing().length).toBeLessThan(50_002);
  });
});
