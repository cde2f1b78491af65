import { expect, it } from 'vitest';
import { requestKeys } from './request-keys.ts';

it('the same values keep their key until other values are sent', () => {
  let count = 0;
  const keyOf = requestKeys(() => `key-${(count += 1)}`);
  expect(keyOf({ name: 'Ann' })).toBe('key-1');
  expect(keyOf({ name: 'Ann' })).toBe('key-1');
  expect(keyOf({ name: 'Ben' })).toBe('key-2');
  expect(keyOf({ name: 'Ann' })).toBe('key-3');
});
