import { buildSchema, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costRule } from './cost.ts';
import { schema } from './schema.ts';

/** Returns the smallest limit that a document passes. */
function costOf(source: string, of = schema): number {
  const document = parse(source);
  const passes = (most: number) => validate(of, document, [costRule(most)]).length === 0;
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
    ['{ getNotifications(limit: null) { data { id } } }', 2 + 2 + 10],
    ['{ currentUser { __typename } }', 2 + 1],
    ['{ __schema { types { name } } }', 2 + 2 + 1],
    ['{ getNotifications(limit: 3) { data { user { id } } } }', 2 + 2 + 3 * 3],
    ['{ dataExports { id } }', 2 + 10],
    ['{ getActiveAcps(id: "x") { answers } }', 2 + 10 * 10],
    ['{ currentUser { ...F } } fragment F on User { id email ... on User { gender } }', 2 + 3],
  ])('counts the maximum number of rows of a list: %s [R-02, security 27]', (source, cost) => {
    expect(costOf(source)).toBe(cost);
  });

  it.each([
    ['{ getProviderTree { data { id } } }', 2 + 2 + 10],
    ['{ getProviderTree(limit: 50) { data { id } } }', 2 + 2 + 50],
    ['{ getProviderTree(all: true) { data { id } } }', 2 + 2 + 300],
    ['query ($all: Boolean) { getProviderTree(all: $all) { data { id name } } }', 2 + 2 + 600],
    ['{ getProviderTree(open: ["x"]) { data { id } } }', 2 + 2 + 300],
    ['{ getProviderTree(search: "a") { data { id } } }', 2 + 2 + 300],
    ['{ getProviderTree(all: null) { data { id } } }', 2 + 2 + 10],
    ['{ getProviderTree(all: false, open: [], search: "") { data { id } } }', 2 + 2 + 10],
    [
      '{ getProviderTree(all: true) { data { id name parent_id level tier type archived contact { id status } } } }',
      2 + 1_500,
    ],
  ])(
    'counts the rows of an opened tree, instead of those of its limit: %s [R-02, security 27]',
    (source, cost) => {
      expect(costOf(source)).toBe(cost);
    },
  );

  it('counts as many rows for a list inside a page as for the page, whatever the arguments of the list [R-02, security 27]', () => {
    const other = buildSchema(`
      type Query { page(limit: Int): Page }
      type Page { rows: [Row!]! }
      type Row { id: ID inner(of: ID): [Row!]! }`);
    expect(costOf('{ page(limit: 3) { rows { inner(of: "x") { id } } } }', other)).toBe(2 + 2 + 3 * (2 + 3));
  });

  it('above the limit is refused with the location of the operation [security 27]', () => {
    const document = parse('{ currentUser { id } }');
    expect(validate(schema, document, [costRule(2)]).map((error) => error.toJSON())).toEqual([
      { message: 'The operation costs too much', locations: [{ line: 1, column: 1 }] },
    ]);
  });

  it('allows a tree with all its levels once in a call [R-02, security 27]', () => {
    const whole = (name: string) =>
      `${name}: getProviderTree(all: true) { data { id name parent_id level customers complete } }`;
    const passes = (source: string) => validate(schema, parse(source), [costRule(2_000)]).length === 0;
    expect([passes(`{ ${whole('one')} }`), passes(`{ ${whole('one')} ${whole('two')} }`)]).toEqual([
      true,
      false,
    ]);
  });

  it('of fragments that double, or form a cycle, is found at once [R-02, security 27]', () => {
    const doubling = `{ ...F0 } ${Array.from({ length: 60 }, (_, index) =>
      index < 59
        ? `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`
        : `fragment F${index} on Query { currentUser { id } }`,
    ).join(' ')}`;
    expect(validate(schema, parse(doubling), [costRule(2_000)])).toHaveLength(1);
    const empty = doubling.replace('{ currentUser { id } }', '{ ...Unknown }');
    expect(validate(schema, parse(empty), [costRule(2_000)])).toEqual([]);
    const circle = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
    expect(validate(schema, parse(circle), [...specifiedRules, costRule(2_000)]).length).toBeGreaterThan(0);
  });
});
