import { expect, it } from 'vitest';
import { secretIn, withSecretsInHash } from './secrets-in-hash.ts';

it.each([
  ['/verify-email?token=a-b_c', '/verify-email#token=a-b_c'],
  ['/reset-password?token=abc&utm=mail', '/reset-password?utm=mail#token=abc'],
  ['/signup?token=a.b&payload=c.d', '/signup#token=a.b&payload=c.d'],
  ['/signup?payload=c%2Bd&language=zh', '/signup?language=zh#payload=c%2Bd'],
])('moves the token of an old link out of the query: %s [R-58]', (old, moved) => {
  expect(withSecretsInHash(new URL(old, 'https://wattle.example'))).toBe(moved);
});

it.each(['/verify-email', '/verify-email#token=abc', '/login?returnPath=/x', '/other?token=abc'])(
  'leaves other addresses unchanged: %s [R-58]',
  (address) => {
    expect(withSecretsInHash(new URL(address, 'https://wattle.example'))).toBeNull();
  },
);

it.each([
  ['#token=a.b&payload=c%2Bd', 'a.b', 'c+d'],
  ['token=abc', 'abc', undefined],
  ['', undefined, undefined],
  ['#main', undefined, undefined],
])('reads the text after the #: %s [R-58]', (hash, token, payload) => {
  expect([secretIn(hash, 'token'), secretIn(hash, 'payload')]).toEqual([token, payload]);
});
