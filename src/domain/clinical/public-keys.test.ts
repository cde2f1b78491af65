import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKeyText } from './public-keys.ts';

const ec = { kty: 'EC', crv: 'P-384', x: 'A'.repeat(64), y: 'B'.repeat(64) };
/** A number of a length in bits, in base64url. */
const number = (bits: number) => '_'.repeat(Math.ceil(bits / 6));
const rsa = (bits = 2_048) => ({ kty: 'RSA', n: number(bits), e: 'AQAB' });
const read = (value: unknown) => readKeyText(JSON.stringify(value));

describe('pasted keys', () => {
  it('are a set, one key, or PEM, and lose every other member [X-06]', () => {
    const { x, y } = ec;
    const key = { kty: 'EC', crv: 'P-384', x, y };
    expect(read({ ...ec, use: 'sig', alg: 'ES384', kid: 'one', x5c: ['MII'] })).toEqual({
      keys: [{ kid: 'one', key }],
    });
    expect(read({ keys: [{ ...ec, kid: 'a' }, rsa()] })).toEqual({
      keys: [
        { kid: 'a', key },
        { kid: null, key: rsa() },
      ],
    });
    const pem = '-----BEGIN PUBLIC KEY-----\nMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE\n-----END PUBLIC KEY-----';
    expect(readKeyText(`\n${pem}\n`)).toEqual({ pem });
  });

  it.each([
    ['private', { ...ec, d: 'C'.repeat(64) }],
    ['private', { keys: [ec, { ...rsa(), p: 'x' }] }],
    ['private', { kty: 'oct', k: 'c2VjcmV0' }],
    ['short', rsa(1_024)],
    ['kind', { ...rsa(), e: 'Aw' }],
    ['kind', { ...ec, crv: 'P-256' }],
    ['kind', { ...ec, use: 'enc' }],
    ['kind', { ...ec, alg: 'ES256' }],
    ['kind', { ...rsa(), alg: 'RS256' }],
    ['kind', { kty: 'OKP', crv: 'Ed25519', x: 'A' }],
    ['kind', rsa(16_384)],
    ['unreadable', { ...ec, x: 'A' }],
    ['unreadable', { ...ec, y: 7 }],
    ['unreadable', { ...rsa(), n: 'not base64' }],
    ['unreadable', { keys: [] }],
    ['unreadable', { keys: [7] }],
    ['unreadable', [ec]],
    ['kid', { ...ec, kid: 'two words' }],
    ['kid', { ...ec, kid: 7 }],
    ['twice', { keys: [ec, ec].map((key) => ({ ...key, kid: 'a' })) }],
    ['tooMany', { keys: Array.from({ length: 5 }, () => ec) }],
  ])('are refused as %s: %j [X-06]', (problem, value) => {
    expect(read(value)).toEqual({ problem });
  });

  it.each([
    ['empty', ' \n'],
    ['private', '-----BEGIN PRIVATE KEY-----\nMIG2\n-----END PRIVATE KEY-----'],
    ['private', '-----BEGIN RSA PRIVATE KEY-----'],
    ['private', '-----BEGIN ENCRYPTED PRIVATE KEY-----'],
    ['private', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['unreadable', '-----BEGIN CERTIFICATE-----\nMIG2\n-----END CERTIFICATE-----'],
    ['unreadable', 'https://software.example/jwks.json'],
    ['unreadable', '{'],
    ['unreadable', `{"keys": "${'x'.repeat(20_000)}"}`],
  ])('are refused as %s as text [X-06]', (problem, text) => {
    expect(readKeyText(text)).toEqual({ problem });
  });

  it('never throw, and a key with a private member is never taken, whatever is pasted [X-06]', () => {
    fc.assert(fc.property(fc.string(), (text) => void readKeyText(text)));
    fc.assert(fc.property(fc.json(), (text) => void readKeyText(text)));
    const member = fc.constantFrom('d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k');
    fc.assert(
      fc.property(fc.constantFrom(ec, rsa()), member, fc.jsonValue(), (key, name, value) => {
        expect(read({ ...key, [name]: value })).toEqual({ problem: 'private' });
      }),
    );
  });
});
