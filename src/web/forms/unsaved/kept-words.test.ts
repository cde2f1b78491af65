import { expect, it } from 'vitest';
import { neverKept } from './kept-words.ts';

const sources = import.meta.glob<string>('../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const passwordFields = Object.values(sources).flatMap((source) =>
  Array.from(source.matchAll(/<FormPasswordField\s+name="(\w+)"/g), ([, name = '']) => name),
);

it('never stores the text of a password field when the session ends [R-74]', () => {
  expect(passwordFields).toContain('client_secret');
  expect(passwordFields.filter((name) => !neverKept.includes(name))).toEqual([]);
});
