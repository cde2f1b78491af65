import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import schemaText from '../../../schema.graphql?raw';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const schema = buildSchema(schemaText);

const documents = Object.entries(sources).flatMap(([name, source]) =>
  Array.from(source.matchAll(/(?:gql|graphql\()`([^`]+)`/g), ([, text = '']) => ({ name, text })),
);

it('finds the documents of the web', () => {
  expect(documents.map((each) => each.name)).toContain('../app/session.tsx');
});

it.each(documents)('asks only for what the schema has: $name', ({ text }) => {
  expect(validate(schema, parse(text)).map((error) => error.message)).toEqual([]);
});
