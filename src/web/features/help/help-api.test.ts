import { expect, it } from 'vitest';
import { makeHelpRequests } from './help-api.ts';

const message = { name: 'Ann', email: 'ann@home.example', topic: 'card', message: 'It is lost.' } as const;

function requests() {
  let made = 0;
  return makeHelpRequests(() => `key-${(made += 1)}`);
}

it('sends a message again with the same key, and another message with its own [D-18]', () => {
  const requestOf = requests();
  const first = requestOf(message, 'en');
  expect(first).toEqual({ ...message, language: 'en', idempotency_key: 'key-1' });
  expect(requestOf({ ...message }, 'en')).toEqual(first);
  expect(requestOf({ ...message, message: 'It is lost!' }, 'en').idempotency_key).toBe('key-2');
  expect(requestOf({ ...message, message: 'It is lost!' }, 'zh').idempotency_key).toBe('key-3');
  expect(requestOf(message, 'zh').idempotency_key).toBe('key-4');
});
