import { buildSchema, Kind, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { customersText } from '../../domain/lists/definitions/customers/customers-query.ts';
import schemaText from '../../../schema.graphql?raw';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const schema = buildSchema(schemaText);

const documents = [
  ...Object.entries(sources).flatMap(([name, source]) =>
    Array.from(source.matchAll(/(?:gql|graphql\(|Text = )`([^`]+)`/g), ([, text = '']) => ({ name, text })),
  ),
  { name: 'customers-query.ts', text: customersText as string },
];

it('finds the documents of the web client', () => {
  expect(documents.map((each) => each.name)).toContain('../app/session.tsx');
  expect(documents.filter((each) => each.name === '../early/questions.ts').length).toBe(1);
});

it.each(documents)('requests only fields of the schema: $name', ({ text }) => {
  expect(validate(schema, parse(text)).map((error) => error.message)).toEqual([]);
});

it.each(documents)('is one operation with a name: $name [API-01]', ({ text }) => {
  const operations = parse(text).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  expect(operations.map((each) => 'name' in each && each.name?.value)).toEqual([
    expect.stringMatching(/^\w+$/),
  ]);
});

it('is requested in one place only [API-01]', () => {
  const asking = Object.entries(sources).filter(([, source]) => /\/api\/graphql(?!\.ts)/.test(source));
  // The early script before the client is loaded, the client, and the web socket for notifications.
  expect(asking.map(([name]) => name).toSorted()).toEqual([
    '../early/asked.ts',
    '../features/notifications/live.ts',
    './client.ts',
  ]);
});
