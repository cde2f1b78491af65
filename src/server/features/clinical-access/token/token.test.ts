import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { ClinicalRefusal } from '../../../../domain/fhir/outcome.ts';
import { clinicalSystemOf } from '../bearer.ts';
import { tidyClinicalAccess } from '../nightly.ts';
import {
  askToken,
  assertionOf,
  newKeyPair,
  newSystem,
  tokenForm,
  type TestSystem,
} from '../signing.fixture.ts';

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
const tokenOf = async (of = system) =>
  (await askToken(app.url, tokenForm(await assertionOf(app, of)))).body.access_token as string;

/** Returns the actor of a token, or the status of the refusal. */
const actorOf = (authorization?: string) =>
  clinicalSystemOf(
    { headers: { ...(authorization !== undefined && { authorization }) } },
    app.services,
  ).catch((error: unknown) => {
    if (error instanceof ClinicalRefusal) return error.status;
    throw error;
  });

const refused = [400, { error: 'invalid_client' }];
const countTokens = async () =>
  (await app.services.db.selectFrom('clinical_tokens').select('client_id').execute()).filter(
    ({ client_id }) => client_id === system.clientId,
  ).length;

describe('the token of a clinical system', () => {
  it.each(['EC', 'RSA'] as const)(
    'is issued for an assertion signed with a key of kind %s, for five minutes [X-06]',
    async (kind) => {
      system = await newSystem(app, house, kind);
      const { status, headers, body } = await askToken(app.url, tokenForm(await assertionOf(app, system)));
      expect([status, { ...body, access_token: '' }]).toEqual([
        200,
        {
          ...{ access_token: '', token_type: 'bearer', expires_in: 300 },
          scope:
            'system/Patient.rs system/DocumentReference.rs system/Composition.rs system/Bundle.rs system/Binary.rs system/Consent.rs',
        },
      ]);
      expect(body.access_token).toMatch(/^[\w-]{43}$/);
      expect([headers.get('cache-control'), headers.get('pragma'), headers.get('set-cookie')]).toEqual([
        'no-store',
        'no-cache',
        null,
      ]);
      expect(await actorOf(`Bearer ${body.access_token}`)).toMatchObject({
        kind: 'clinicalSystem',
        clientId: system.clientId,
        providerId: house,
      });
    },
  );

  it('is stored only as a hash, with the key and the moment of its use, and recorded in the audit trail [X-06]', async () => {
    const token = await tokenOf();
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from clinical_tokens t where client_id = ${system.clientId}`.execute(
      app.services.db,
    );
    expect(rows).toHaveLength(1);
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(rows[0]!.row).not.toContain(form);
    const key = await app.services.db
      .selectFrom('clinical_keys')
      .select('last_used_at')
      .where('client_id', '=', system.clientId)
      .executeTakeFirstOrThrow();
    expect(key.last_used_at).toBeInstanceOf(Date);
    const { details } = await app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'issueClinicalToken')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ client_id: system.clientId, key_id: system.clientId, provider: house });
  });

  it('has no more scopes than were asked for [X-06]', async () => {
    const narrow = { scope: 'system/Patient.r system/Binary.rs' };
    const { body } = await askToken(app.url, tokenForm(await assertionOf(app, system), narrow));
    expect(body.scope).toBe('system/Patient.r system/Binary.rs');
    expect(await actorOf(`Bearer ${body.access_token}`)).toMatchObject({
      scopes: ['system/Patient.r', 'system/Binary.rs'],
    });
  });

  it('ends after five minutes, and at once when its key is removed, its system revoked or its provider archived [X-06]', async () => {
    const token = `Bearer ${await tokenOf()}`;
    const works = async () => typeof (await actorOf(token)) === 'object';
    app.advance(299_000);
    expect(await works()).toBe(true);
    app.advance(2_000);
    expect(await actorOf(token)).toBe(401);
    app.advance(-301_000);
    const { db, clock } = app.services;
    const at = clock();
    const whileSet = async (set: (on: boolean) => Promise<unknown>) => {
      await set(true);
      const result = [await actorOf(token), (await ask(await assertionOf(app, system)))[0]];
      await set(false);
      expect([...result, await works()]).toEqual([401, 400, true]);
    };
    await whileSet((on) =>
      db
        .updateTable('clinical_keys')
        .set({ removed_at: on ? at : null })
        .where('client_id', '=', system.clientId)
        .execute(),
    );
    await whileSet((on) =>
      db
        .updateTable('clinical_clients')
        .set({ revoked_at: on ? at : null })
        .where('id', '=', system.clientId)
        .execute(),
    );
    await whileSet((on) =>
      db.updateTable('providers').set({ archived: on }).where('id', '=', house).execute(),
    );
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${'a'.repeat(43)}`,
    `Basic ${'a'.repeat(43)}`,
    'Bearer \u0000',
  ])('is refused as an OperationOutcome with 401 when it is %j [X-06]', async (authorization) => {
    const refusal = await clinicalSystemOf(
      { headers: { ...(authorization !== undefined && { authorization }) } },
      app.services,
    ).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 401,
      outcome: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'login' }] },
    });
    expect((refusal as ClinicalRefusal).headers['www-authenticate']).toMatch(/^Bearer/);
  });
});

describe('an assertion', () => {
  it('is used once, also by ten simultaneous requests [X-06]', async () => {
    const assertion = await assertionOf(app, system);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(assertion)));
    expect(answers.map(([status]) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    expect(await ask(assertion)).toEqual(refused);
    expect(await countTokens()).toBe(1);
  });

  it('is used up by a refused scope too [X-06]', async () => {
    const assertion = await assertionOf(app, system);
    expect(await ask(assertion, { scope: 'system/*.cruds' })).toEqual([400, { error: 'invalid_scope' }]);
    expect(await ask(assertion)).toEqual(refused);
    expect(await countTokens()).toBe(0);
  });

  it('may have the same id as that of another system [X-06]', async () => {
    const other = await newSystem(app, house);
    const claims = { jti: 'the same id' };
    expect((await ask(await assertionOf(app, system, { claims })))[0]).toBe(200);
    expect((await ask(await assertionOf(app, other, { claims })))[0]).toBe(200);
  });

  it("is refused when another provider's key signed it, under its own or the foreign name [X-06]", async () => {
    const other = await newSystem(app, await provider(app.services, 'Correa'));
    for (const header of [{}, { kid: other.kid }])
      expect(await ask(await assertionOf(app, system, { key: other.privateKey, header }))).toEqual(refused);
    const claims = { iss: other.clientId, sub: other.clientId };
    expect(await ask(await assertionOf(app, system, { claims }))).toEqual(refused);
    expect(await countTokens()).toBe(0);
  });

  it('is refused without a signature, and with the public key as a shared secret [X-06]', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const { clientId } = system;
    const unsecured = new UnsecuredJWT({ jti: 'x', iss: clientId, sub: clientId, exp: now + 200 })
      .setAudience(`${app.url}/api/clinical/token`)
      .encode();
    expect(await ask(unsecured)).toEqual(refused);
    const [, payload] = (await assertionOf(app, system)).split('.');
    for (const alg of ['none', 'None', 'ES384']) {
      const header = Buffer.from(JSON.stringify({ alg, kid: system.kid, typ: 'JWT' })).toString('base64url');
      expect(await ask(`${header}.${payload}.`)).toEqual(refused);
    }
    const rsa = await newSystem(app, house, 'RSA');
    for (const of of [system, rsa]) {
      const pem = createPublicKey({ key: of.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      for (const secret of [Buffer.from(pem), Buffer.from(JSON.stringify(of.jwk))])
        expect(await ask(await assertionOf(app, of, { key: secret, header: { alg: 'HS384' } }))).toEqual(
          refused,
        );
    }
  });

  it.each([
    ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
    ['RS256', () => newKeyPair('RSA').privateKey],
    ['PS384', () => newKeyPair('RSA').privateKey],
    ['RS384', () => newKeyPair('RSA').privateKey],
  ])('is refused with the algorithm %s of another kind of key [X-06]', async (alg, newKey) => {
    expect(await ask(await assertionOf(app, system, { key: newKey(), header: { alg } }))).toEqual(refused);
  });

  it('is refused with RS256 by the registered RSA key [X-06]', async () => {
    const rsa = await newSystem(app, house, 'RSA');
    for (const alg of ['RS256', 'PS384', 'RS512'])
      expect(await ask(await assertionOf(app, rsa, { header: { alg } }))).toEqual(refused);
  });

  const now = () => Math.floor(app.services.clock().getTime() / 1_000);
  const otherId = '00000000-0000-4000-8000-000000000001';
  it.each<[string, () => Parameters<typeof assertionOf>[2]]>([
    ['expired', () => ({ expiresIn: -60 })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['valid for ten minutes', () => ({ expiresIn: 600 })],
    ['issued in the future', () => ({ claims: { iat: now() + 120 } })],
    ['not valid before a moment in the future', () => ({ claims: { nbf: now() + 120 } })],
    ['for another audience', () => ({ claims: { aud: 'https://other.example/token' } })],
    ['for the FHIR address', () => ({ claims: { aud: `${app.url}/fhir` } })],
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
    ['with a key of its own in the header', () => ({ header: { kid: undefined, jwk: system.jwk } })],
    ['of another type', () => ({ header: { typ: 'at+jwt' } })],
  ])('is refused when it is %s [X-06]', async (_, said) => {
    expect(await ask(await assertionOf(app, system, said()))).toEqual(refused);
    expect(await countTokens()).toBe(0);
  });

  it('is accepted with a clock that is ten seconds ahead or behind [X-06]', async () => {
    for (const off of [10, -10]) {
      const claims = { iat: now() + off, exp: now() + off + 300 };
      expect((await ask(await assertionOf(app, system, { claims })))[0]).toBe(200);
    }
    const claims = { iat: now() - 310, exp: now() - 10 };
    expect((await ask(await assertionOf(app, system, { claims })))[0]).toBe(200);
  });
});

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

describe('the nightly removal', () => {
  it('deletes expired tokens and assertions, and what ended ninety days ago, and nothing else [X-06]', async () => {
    const { db, clock } = app.services;
    await tokenOf();
    const counts = async () => {
      const { rows } = await sql<{ counts: number[] }>`
        select array[
          (select count(*)::int from clinical_tokens where client_id = ${system.clientId}),
          (select count(*)::int from clinical_assertions where client_id = ${system.clientId}),
          (select count(*)::int from clinical_keys where client_id = ${system.clientId}),
          (select count(*)::int from clinical_clients where id = ${system.clientId})] as counts`.execute(db);
      return rows[0]!.counts;
    };
    const after = async (days: number) => {
      await tidyClinicalAccess({ db, clock: () => new Date(clock().getTime() + days * 86_400_000) });
      return counts();
    };
    expect(await after(0)).toEqual([1, 1, 1, 1]);
    expect(await after(1)).toEqual([0, 0, 1, 1]);
    expect(await after(1_000)).toEqual([0, 0, 1, 1]);
    await db
      .updateTable('clinical_clients')
      .set({ revoked_at: clock() })
      .where('id', '=', system.clientId)
      .execute();
    expect(await after(89)).toEqual([0, 0, 1, 1]);
    expect(await after(91)).toEqual([0, 0, 0, 0]);
  });
});
