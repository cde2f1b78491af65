import { expect, it } from 'vitest';
import { emptyValue, hasShape, kinds, type Kind } from './kinds.ts';

it('an unanswered question is an empty text, or an empty list if it has several answers', () => {
  const lists = (Object.keys(kinds) as Kind[]).filter((kind) => Array.isArray(emptyValue(kind)));
  expect(lists).toEqual(['choices']);
  expect([emptyValue('choices'), emptyValue('text'), emptyValue('signature')]).toEqual([[], '', '']);
});

it('a value has the shape of its kind: a text, or a list of texts only', () => {
  expect([hasShape('text', 'a'), hasShape('choices', ['a']), hasShape('choices', [])]).toEqual([
    true,
    true,
    true,
  ]);
  for (const value of [['a', 1], [null], 'a', {}, undefined]) expect(hasShape('choices', value)).toBe(false);
  for (const value of [1, null, ['a'], undefined]) expect(hasShape('text', value)).toBe(false);
});
