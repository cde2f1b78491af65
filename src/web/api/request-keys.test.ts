import { expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { callsOnce, requestKeys } from './request-keys.ts';

it('the same values keep their key until other values are sent', () => {
  let count = 0;
  const keyOf = requestKeys(() => `key-${(count += 1)}`);
  expect(keyOf({ name: 'Ann' })).toBe('key-1');
  expect(keyOf({ name: 'Ann' })).toBe('key-1');
  expect(keyOf({ name: 'Ben' })).toBe('key-2');
  expect(keyOf({ name: 'Ann' })).toBe('key-3');
});

it('a call keeps its key only after an unknown outcome, and only for the same values [D-18]', async () => {
  let count = 0;
  const once = callsOnce(() => `key-${(count += 1)}`);
  const sent: unknown[] = [];
  const send = (reader: string, outcome: 'done' | 'unavailable' | 'invalid') =>
    once({ reader }, async (values) => {
      sent.push(values.idempotency_key);
      if (outcome !== 'done') throw new ApiError(outcome);
    }).catch(() => undefined);

  await send('Dr Lee', 'unavailable');
  await send('Dr Lee', 'unavailable');
  await send('Dr Ray', 'unavailable');
  await send('Dr Ray', 'invalid');
  await send('Dr Ray', 'done');
  await send('Dr Ray', 'done');
  expect(sent).toEqual(['key-1', 'key-1', 'key-2', 'key-2', 'key-3', 'key-4']);
});
