import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { assertionOf, newKeyPair, newSystem } from '../signing.fixture.ts';
import { ask, countTokens, refused, tokenTest } from './token.fixture.ts';

const test = tokenTest();

describe('an assertion', () => {
  it('is used once, also by ten simultaneous requests [X-06]', async () => {
    const assertion = await assertionOf(test.app, test.system);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(test, assertion)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 400)).toHaveLength(9);
    expect(await ask(test, assertion)).toEqual(refused);
    expect(await countTokens(test)).toBe(1);
  });

  it('is used up by a refused scope too [X-06]', async () => {
    const assertion = await assertionOf(test.app, test.system);
    expect(await ask(test, assertion, { scope: 'system/*.cruds' })).toEqual([
      400,
      { error: 'invalid_scope' },
    ]);
    expect(await ask(test, assertion)).toEqual(refused);
    expect(await countTokens(test)).toBe(0);
  });

  it('may have the same id as that of another system [X-06]', async () => {
    const other = await newSystem(test.app, test.house);
    const claims = { jti: 'the same id' };
    expect((await ask(test, await assertionOf(test.app, test.system, { claims })))[0]).toBe(200);
    expect((await ask(test, await assertionOf(test.app, other, { claims })))[0]).toBe(200);
  });

  it("is refused when another provider's key signed it, under its own or the foreign name [X-06]", async () => {
    const other = await newSystem(test.app, await provider(test.app.services, 'Correa'));
    for (const header of [{}, { kid: other.kid }])
      expect(
        await ask(test, await assertionOf(test.app, test.system, { key: other.privateKey, header })),
      ).toEqual(refused);
    const claims = { iss: other.clientId, sub: other.clientId };
    expect(await ask(test, await assertionOf(test.app, test.system, { claims }))).toEqual(refused);
    expect(await countTokens(test)).toBe(0);
  });

  it('is refused without a signature, and with the public key as a shared secret [X-06]', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const { clientId } = test.system;
    const unsecured = new UnsecuredJWT({ jti: 'x', iss: clientId, sub: clientId, exp: now + 200 })
      .setAudience(`${test.app.url}/api/clinical/token`)
      .encode();
    expect(await ask(test, unsecured)).toEqual(refused);
    const [, payload] = (await assertionOf(test.app, test.system)).split('.');
    for (const alg of ['none', 'None', 'ES384']) {
      const header = Buffer.from(JSON.stringify({ alg, kid: test.system.kid, typ: 'JWT' })).toString(
        'base64url',
      );
      expect(await ask(test, `${header}.${payload}.`)).toEqual(refused);
    }
    const rsa = await newSystem(test.app, test.house, 'RSA');
    for (const of of [test.system, rsa]) {
      const pem = createPublicKey({ key: of.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      for (const secret of [Buffer.from(pem), Buffer.from(JSON.stringify(of.jwk))])
        expect(
          await ask(test, await assertionOf(test.app, of, { key: secret, header: { alg: 'HS384' } })),
        ).toEqual(refused);
    }
  });

  it.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
    ['RS256', () => newKeyPair('RSA').privateKey],
    ['PS384', () => newKeyPair('RSA').privateKey],
    ['RS384', () => newKeyPair('RSA').privateKey],
  ])('is refused with the algorithm %s of another kind of key [X-06]', async (alg, newKey) => {
    expect(
      await ask(test, await assertionOf(test.app, test.system, { key: newKey(), header: { alg } })),
    ).toEqual(refused);
  });

  it('is refused with RS256 by the registered RSA key [X-06]', async () => {
    const rsa = await newSystem(test.app, test.house, 'RSA');
    for (const alg of ['RS256', 'PS384', 'RS512'])
      expect(await ask(test, await assertionOf(test.app, rsa, { header: { alg } }))).toEqual(refused);
  });

  const now = () => Math.floor(test.app.services.clock().getTime() / 1_000);
  const otherId = '00000000-0000-4000-8000-000000000001';
  it.each<[string, () => Parameters<typeof assertionOf>[2]]>([
    ['expired', () => ({ expiresIn: -60 })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['valid for ten minutes', () => ({ expiresIn: 600 })],
    ['issued in the future', () => ({ claims: { iat: now() + 120 } })],
    ['not valid before a moment in the future', () => ({ claims: { nbf: now() + 120 } })],
    ['for another audience', () => ({ claims: { aud: 'https://other.example/token' } })],
    ['for the FHIR address', () => ({ claims: { aud: `${test.app.url}/fhir` } })],
    ['without an audience', () => ({ claims: { aud: undefined } })],
    ['of another issuer', () => ({ claims: { iss: otherId } })],
    ['about another subject', () => ({ claims: { sub: otherId } })],
    ['of an unknown system', () => ({ claims: { iss: otherId, sub: otherId } })],
    ['of a system that is no id', () => ({ claims: { iss: "' or 1=1", sub: "' or 1=1" } })],
    ['without an id', () => ({ claims: { jti: undefined } })],
    ['with an empty id', () => ({ claims: { jti: '' } })],
    ['with a number as id', () => ({ claims: { jti: 7 } })],
    ['with an endless id', () => ({ claims: { jti: 'x'.repeat(201) } })],
    ['with an unknown key', () => ({ header: { kid: 'unknown' } })],
    ['with a zero byte in the id of the key', () => ({ header: { kid: 'a\u0000b' } })],
    ['with a key of its own in the header', () => ({ header: { kid: undefined, jwk: test.system.jwk } })],
    ['of another type', () => ({ header: { typ: 'at+jwt' } })],
  ])('is refused when it is %s [X-06]', async (_, said) => {
    expect(await ask(test, await assertionOf(test.app, test.system, said()))).toEqual(refused);
    expect(await countTokens(test)).toBe(0);
  });

  it('is accepted with a clock that is ten seconds ahead or behind [X-06]', async () => {
    for (const off of [10, -10]) {
      const claims = { iat: now() + off, exp: now() + off + 300 };
      expect((await ask(test, await assertionOf(test.app, test.system, { claims })))[0]).toBe(200);
    }
    const claims = { iat: now() - 310, exp: now() - 10 };
    expect((await ask(test, await assertionOf(test.app, test.system, { claims })))[0]).toBe(200);
  });
});
