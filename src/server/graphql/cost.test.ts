import { parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costRule } from './cost.ts';
import { schema } from './schema.ts';

/** The smallest limit that a document passes. */
function costOf(source: string): number {
  const document = parse(source);
  const passes = (most: number) => validate(schema, document, [costRule(most)]).length === 0;
  let [low, high] = [0, 1_000_000];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

describe('the cost of a call', () => {
  it.each([
    ['{ currentUser { id } }', 2 + 1],
    ['{ getNotifications { count data { id } } }', 2 + 1 + 2 + 10],
    ['{ getNotifications(limit: 3) { data { id read } } }', 2 + 2 + 3 * 2],
    ['query ($n: Int) { getNotifications(limit: $n) { data { id } } }', 2 + 2 + 50],
    ['{ getNotifications(limit: 3) { data { user { id } } } }', 2 + 2 + 3 * 3],
    ['{ dataExports { id } }', 2 + 10],
    ['{ getActiveAcps(id: "x") { answers } }', 2 + 10 * 10],
    ['{ currentUser { ...F } } fragment F on User { id email ... on User { gender } }', 2 + 3],
  ])('counts the rows that a list may have: %s [R-02, security 27]', (source, cost) => {
    expect(costOf(source)).toBe(cost);
  });

  it('of fragments that double, or run in a circle, is found at once [R-02, security 27]', () => {
    const doubling = `{ ...F0 } ${Array.from({ length: 60 }, (_, index) =>
      index < 59
        ? `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`
        : `fragment F${index} on Query { currentUser { id } }`,
    ).join(' ')}`;
    expect(validate(schema, parse(doubling), [costRule(2_000)])).toHaveLength(1);
    const circle = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
    expect(validate(schema, parse(circle), [...specifiedRules, costRule(2_000)]).length).toBeGreaterThan(0);
  });
});
