import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { limits, rules } from '../../src/server/graphql/call-limits.ts';
import { schema } from '../../src/server/graphql/schema.ts';
import { customersText } from '../../src/domain/lists/definitions/customers/customers-query.ts';

const web = resolve(import.meta.dirname, '../../src/web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => readFileSync(join(web, name), 'utf8'));

const documents = [
  ...sources.flatMap((source) =>
    Array.from(source.matchAll(/(?:gql|graphql\(|Text = )`([^`]+)`/g), ([, text = '']) => text),
  ),
  customersText as string,
].map((text) => ({ name: /\b(?:query|mutation|subscription) (\w+)/.exec(text)?.[1], text }));

describe('the documents of the pages', () => {
  it('are found', () => {
    expect(documents.length).toBeGreaterThan(200);
    expect(documents.map(({ name }) => name)).toContain('possibleDuplicates');
  });

  it.each(documents)('are within the limits of a call: $name [security 27]', ({ text }) => {
    const document = parse(text, { maxTokens: limits.tokens });
    expect(validate(schema, document, rules(true)).map((error) => error.message)).toEqual([]);
    expect(text.length).toBeLessThanOrEqual(limits.characters);
  });
});
