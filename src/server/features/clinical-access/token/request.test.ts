import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { askToken, assertionOf, newSystem, tokenForm } from '../signing.fixture.ts';
import { ask, countTokens, refused, tokenTest } from './token.fixture.ts';

const test = tokenTest();

describe('a token request', () => {
  const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${test.app.url}/api/clinical/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    return [response.status, await response.json()];
  };

  it.each([
    [{ grant_type: 'authorization_code' }, 'unsupported_grant_type'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: '' }, 'invalid_request'],
    [
      { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
      'invalid_request',
    ],
    [{ client_assertion: '' }, 'invalid_request'],
    [{ client_assertion: 'nonsense' }, 'invalid_client'],
    [{ client_assertion: '..' }, 'invalid_client'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: 'system/Observation.rs' }, 'invalid_scope'],
    [{ scope: 'user/*.rs' }, 'invalid_scope'],
  ] as [Record<string, string>, string][])('with %j is refused as %s [X-06]', async (more, error) => {
    expect(await ask(test, await assertionOf(test.app, test.system), more)).toEqual([400, { error }]);
  });

  it('is refused when a field is repeated, or when it is not a form [X-06]', async () => {
    const form = new URLSearchParams(tokenForm(await assertionOf(test.app, test.system)));
    form.append('scope', 'system/*.rs');
    expect(await post(form.toString())).toEqual([400, { error: 'invalid_request' }]);
    const json = JSON.stringify(tokenForm(await assertionOf(test.app, test.system)));
    expect(await post(json, 'application/json')).toEqual([415, { error: 'invalid_request' }]);
    expect(await post('x'.repeat(30_000))).toEqual([413, { error: 'invalid_request' }]);
    expect(await post('')).toEqual([400, { error: 'invalid_request' }]);
  });

  it('is refused from a page of another site, and is not answered to a GET [X-06] [security 31]', async () => {
    const response = await fetch(`${test.app.url}/api/clinical/token`, {
      method: 'POST',
      headers: { origin: 'https://other.example' },
      body: new URLSearchParams(tokenForm(await assertionOf(test.app, test.system))),
    });
    expect([response.status, await countTokens(test)]).toEqual([403, 0]);
    expect((await fetch(`${test.app.url}/api/clinical/token`)).status).toBe(404);
  });

  it('is limited for a system only with right signatures, and for a network in any case [X-06]', async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await ask(test, await assertionOf(test.app, test.system)))[0]).toBe(200);
    const { status, headers, body } = await askToken(
      test.app.url,
      tokenForm(await assertionOf(test.app, test.system)),
    );
    expect([status, body]).toEqual([429, { error: 'temporarily_unavailable' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await newSystem(test.app, test.house);
    const wrong = () => assertionOf(test.app, other, { key: test.system.privateKey });
    for (let count = 0; count < 70; count += 1) expect(await ask(test, await wrong())).toEqual(refused);
    expect((await ask(test, await assertionOf(test.app, other)))[0]).toBe(200);
    await sql`
      insert into attempts (scope, subject_hash, at)
      select scope, subject_hash, at from attempts, generate_series(1, 3)
      where scope = 'clinical-token:address'`.execute(test.app.services.db);
    expect((await ask(test, await assertionOf(test.app, other)))[0]).toBe(429);
  }, 60_000);

  it('is described at the address that the guide names, with the fields it requires [X-06]', async () => {
    const response = await fetch(`${test.app.url}/fhir/.well-known/smart-configuration`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({
      token_endpoint: `${test.app.url}/api/clinical/token`,
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      scopes_supported: [
        'system/*.rs',
        'system/Patient.rs',
        'system/DocumentReference.rs',
        'system/Composition.rs',
        'system/Bundle.rs',
        'system/Binary.rs',
        'system/Consent.rs',
        'system/Subscription.rs',
      ],
      code_challenge_methods_supported: ['S256'],
      capabilities: ['client-confidential-asymmetric', 'permission-v2'],
    });
  });
});
