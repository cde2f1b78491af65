import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { askToken, assertionOf, newSystem, tokenForm, type TestSystem } from '../signing.fixture.ts';

let app: TestApp;
let house: string;
let system: TestSystem;
beforeAll(async () => {
  app = await startApp();
  house = await provider(app.services, 'Banksia House');
}, 120_000);
afterAll(() => app.close());
beforeEach(async () => {
  await app.services.db.deleteFrom('attempts').execute();
  system = await newSystem(app, house);
});

const ask = async (assertion: string, more: Record<string, string> = {}) => {
  const { status, body } = await askToken(app.url, tokenForm(assertion, more));
  return [status, body];
};

const refused = [400, { error: 'invalid_client' }];
const countTokens = async () =>
  (
    await app.services.db
      .selectFrom('clinical_tokens')
      .select('key_id')
      .where('client_id', '=', system.clientId)
      .execute()
  ).length;

describe('a token request', () => {
  const post = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${app.url}/api/clinical/token`, {
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
    expect(await ask(await assertionOf(app, system), more)).toEqual([400, { error }]);
  });

  it('is refused when a field is repeated, or when it is not a form [X-06]', async () => {
    const form = new URLSearchParams(tokenForm(await assertionOf(app, system)));
    form.append('scope', 'system/*.rs');
    expect(await post(form.toString())).toEqual([400, { error: 'invalid_request' }]);
    const json = JSON.stringify(tokenForm(await assertionOf(app, system)));
    expect(await post(json, 'application/json')).toEqual([415, { error: 'invalid_request' }]);
    expect(await post('x'.repeat(30_000))).toEqual([413, { error: 'invalid_request' }]);
    expect(await post('')).toEqual([400, { error: 'invalid_request' }]);
  });

  it('is refused from a page of another site, and is not answered to a GET [X-06] [security 31]', async () => {
    const response = await fetch(`${app.url}/api/clinical/token`, {
      method: 'POST',
      headers: { origin: 'https://other.example' },
      body: new URLSearchParams(tokenForm(await assertionOf(app, system))),
    });
    expect([response.status, await countTokens()]).toEqual([403, 0]);
    expect((await fetch(`${app.url}/api/clinical/token`)).status).toBe(404);
  });

  it('is limited for a system only with right signatures, and for a network in any case [X-06]', async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await ask(await assertionOf(app, system)))[0]).toBe(200);
    const { status, headers, body } = await askToken(app.url, tokenForm(await assertionOf(app, system)));
    expect([status, body]).toEqual([429, { error: 'temporarily_unavailable' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await newSystem(app, house);
    const wrong = () => assertionOf(app, other, { key: system.privateKey });
    for (let count = 0; count < 70; count += 1) expect(await ask(await wrong())).toEqual(refused);
    expect((await ask(await assertionOf(app, other)))[0]).toBe(200);
    await sql`
      insert into attempts (scope, subject_hash, at)
      select scope, subject_hash, at from attempts, generate_series(1, 3)
      where scope = 'clinical-token:address'`.execute(app.services.db);
    expect((await ask(await assertionOf(app, other)))[0]).toBe(429);
  }, 60_000);

  it('is described at the address that the guide names, with the fields it requires [X-06]', async () => {
    const response = await fetch(`${app.url}/fhir/.well-known/smart-configuration`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({
      token_endpoint: `${app.url}/api/clinical/token`,
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
      ],
      code_challenge_methods_supported: ['S256'],
      capabilities: ['client-confidential-asymmetric', 'permission-v2'],
    });
  });
});
