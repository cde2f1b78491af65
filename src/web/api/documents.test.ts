import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');
const schema = buildSchema(readFileSync(join(web, '../../schema.graphql'), 'utf8'));

const documents = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .flatMap((name) =>
    Array.from(readFileSync(join(web, name), 'utf8').matchAll(/(?:gql|graphql\()`([^`]+)`/g), ([, text = '']) => ({ name, text })),
  );

it('finds the documents of the web', () => {
  expect(documents.length).toBeGreaterThan(1);
});

it.each(documents)('asks only for what the schema has: $name', ({ text }) => {
  expect(validate(schema, parse(text)).map((error) => error.message)).toEqual([]);
});
