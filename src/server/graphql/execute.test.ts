import fc from 'fast-check';
import { buildSchema, execute, getOperationAST, parse, validate, type ExecutionResult } from 'graphql';
import { describe, expect, it } from 'vitest';
import { executeChecked } from './execute.ts';
import { planOf } from './plan.ts';

const schema = buildSchema(`
  enum Colour { red green }
  type Row {
    id: ID!
    name: String
    size: Int
    isOpen: Boolean!
    colour: Colour
    tags: [String!]
    words: [String]!
    with(first: String, second: Int = 2): String
    child: Row
    always: Row!
    rows: [Row!]!
    some: [Row]
  }
  type Query { row: Row sure: Row! rows(limit: Int!): [Row!]! }
  type Mutation { change: Row }
`);

const documents = [
  '{ row { id name size isOpen colour tags words __typename } }',
  'query ($limit: Int!) { rows(limit: $limit) { id child { isOpen always { name } } some { id words } } }',
  'query ($limit: Int!, $first: String) { a: rows(limit: $limit) { x: with(first: $first) y: with(second: 7) } sure { name } }',
  '{ row { ...one ... on Row { size } ... { child { name } } } sure { ...one } } fragment one on Row { name child { id rows { id } } ...two } fragment two on Row { tags }',
  '{ row { child { id } } row { child { name rows { size } } } }',
  'query one { row { id } } query two { sure { rows { some { always { id } } } } }',
];

/** Values as resolvers may give them: right and wrong ones, at once and later. */
const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('red', 'green', 'other', '') },
  fc.integer({ min: -5, max: 5 }),
  fc.boolean(),
  fc.constantFrom(null, undefined, Number.NaN, {}, new Date(0)),
  fc.constantFrom('fails', 'fails later', 'fails later', 'fails later', 'is an error', 'later', 'function'),
);
const { row } = fc.letrec<{ row: unknown; rows: unknown }>((tie) => ({
  rows: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 'no list', []),
    fc.array(tie('row'), { maxLength: 3 }),
  ),
  row: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, undefined, 'fails', 'fails later'),
    fc.record(
      {
        id: fc.oneof({ weight: 3, arbitrary: fc.constant('1') }, leaf),
        name: leaf,
        size: leaf,
        isOpen: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, leaf),
        colour: leaf,
        tags: fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
        words: fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })),
        child: tie('row'),
        always: tie('row'),
        rows: tie('rows'),
        some: tie('rows'),
      },
      { noNullPrototype: true },
    ),
  ),
}));

type Made = (value: unknown) => unknown;
const now: Made = (value) => value;
/** Whatever a resolver gives comes later. */
const later: Made = (value) => {
  const coming = Promise.resolve(value);
  coming.catch(() => {});
  return coming;
};

/**
 * Makes of what was drawn what it stands for: words become failures and functions. All comes at once, or all later: of a list in which
 * some fails at once and some later the library loses an error.
 */
function made(drawn: unknown, when: Made): unknown {
  if (drawn === 'fails')
    return () => {
      throw new Error('failed');
    };
  if (drawn === 'fails later')
    return when === later ? later(Promise.reject(new Error('failed later'))) : null;
  if (drawn === 'is an error') return when(new Error('an error'));
  if (drawn === 'function') return ({ first }: { first?: string }) => when(first ?? 'green');
  if (Array.isArray(drawn)) return when(drawn.map((each) => when(made(each, when))));
  if (typeof drawn !== 'object' || drawn === null || drawn instanceof Date) return when(drawn);
  const entries = Object.entries(drawn).map(([name, value]) => [name, made(value, when)] as const);
  return when({ ...Object.fromEntries(entries), with: (args: object) => JSON.stringify(args) });
}

const plainly = ({ data, errors }: ExecutionResult) =>
  JSON.parse(
    JSON.stringify({
      data,
      errors: errors?.map(({ message, path, locations }) => ({ message, path, locations })),
    }),
  ) as { errors?: { message: string }[] };

/** Both answers to the same call, each from values of its own. */
async function both(
  source: string,
  values: () => Record<string, unknown>,
  variables: Record<string, unknown>,
  name?: string,
) {
  const document = parse(source);
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document, name)!;
  const fields = schema.getQueryType()!.getFields();
  const answer = async (run: () => ExecutionResult | Promise<ExecutionResult>) => {
    const given = values();
    for (const [key, field] of Object.entries(fields)) field.resolve = () => given[key];
    return plainly(await run());
  };
  return {
    expected: await answer(() =>
      execute({ schema, document, variableValues: variables, operationName: name }),
    ),
    found: await answer(() =>
      executeChecked({ schema, document, operation, contextValue: {}, variableValues: variables }),
    ),
  };
}

describe('an operation that is executed by its plan', () => {
  it('is answered as by the library, with the same nulls and errors, whatever its fields give [R-09]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...documents.entries()),
        row,
        fc.constantFrom(now, later),
        fc.record({ limit: fc.constantFrom<unknown>(1, null, 'many'), first: fc.constantFrom('a', null) }),
        async ([index, source], drawn, when, variables) => {
          const value = () => (typeof drawn === 'string' ? when(new Error(drawn)) : made(drawn, when));
          const values = () => ({ row: value(), sure: value(), rows: [value(), value()] });
          const { expected, found } = await both(source, values, variables, index === 5 ? 'two' : undefined);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('answers alike where an object is null already, whatever its other fields come to later', async () => {
    const source = '{ row { name id words isOpen } sure { id name } }';
    const failing = () => later(Promise.reject(new Error('failed later')));
    const values = () => ({
      row: { name: failing(), id: failing(), words: failing(), isOpen: null },
      sure: later({ id: failing(), name: failing() }),
    });
    const { expected, found } = await both(source, values, {});
    expect(found).toEqual(expected);
    expect(found.errors).toBeDefined();
  });

  it('lets no failure of a row end the process that comes after another failed at once', async () => {
    const document = parse('{ row { rows { id } } }');
    schema.getQueryType()!.getFields()['row']!.resolve = () => ({
      rows: [later(Promise.reject(new Error('failed later'))), { id: null }],
    });
    const operation = getOperationAST(document)!;
    const call = { schema, document, operation, contextValue: {}, variableValues: {} };
    expect(plainly(await executeChecked(call))).toMatchObject({
      data: { row: null },
      errors: [{ message: 'Cannot return null for non-nullable field Row.id.' }],
    });
    // Vitest fails where a rejection is heard of by nothing.
    await new Promise((passed) => setTimeout(passed, 10));
  });

  it.each(documents)('has one: %s', (source) => {
    const document = parse(source);
    expect(
      planOf(
        schema,
        document,
        getOperationAST(document, source.includes('two {') && source.includes('query') ? 'two' : null)!,
      ),
    ).not.toBeNull();
  });

  it.each([
    ['changes something', 'mutation { change { id } }'],
    ['leaves out what a variable says', 'query ($no: Boolean!) { row { id @skip(if: $no) } }'],
    ['asks for the schema', '{ __schema { types { name } } }'],
    ['would replace what an answer is made of', '{ __proto__: row { id } }'],
    [
      'spreads its fragments over more than it says itself',
      `{ ${Array.from({ length: 80 }, (_, at) => `r${at}: row { ...many }`).join(' ')} } fragment many on Row { id name size isOpen }`,
    ],
  ])('has none where it %s, and is answered by the library', (_, source) => {
    const document = parse(source);
    expect(planOf(schema, document, getOperationAST(document)!)).toBeNull();
  });

  it('answers every call with its own variables and its own context', async () => {
    const document = parse('query ($first: String) { sure { with(first: $first) } }');
    const operation = getOperationAST(document)!;
    const fields = schema.getQueryType()!.getFields();
    fields['sure']!.resolve = (_source, _args, context) => ({
      with: ({ first }: { first: string }) => `${first} for ${String(context)}`,
    });
    const ask = (first: string, contextValue: string) =>
      executeChecked({ schema, document, operation, contextValue, variableValues: { first } });
    expect(ask('one', 'Ada')).toEqual({ data: { sure: { with: 'one for Ada' } } });
    expect(ask('two', 'Bob')).toEqual({ data: { sure: { with: 'two for Bob' } } });
  });
});
