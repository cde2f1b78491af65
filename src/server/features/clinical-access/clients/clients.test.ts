import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, provider, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { askToken, assertionOf, newKeyPair, tokenForm } from '../signing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

async function staff(spec: TestPersonSpec) {
  const who = await person(app.services, spec);
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  return client;
}

/** A provider with a manager who is signed in. */
async function managed(name = 'Banksia House', parent: string | null = null) {
  const providerId = await provider(app.services, name, parent);
  const names = { firstName: 'Priya', lastName: 'Nair' };
  return { providerId, client: await staff({ role: 'provideradmin', providerId, ...names }) };
}

const shown = `{ id name keys { id kid kind last_used_at } }`;
const list = (client: TestClient, provider_id: string | null = null) =>
  client.graphql(
    `query ($provider_id: ID) { clinicalClients(provider_id: $provider_id) { sign_in_address fhir_address clients ${shown} } }`,
    { provider_id },
  );
const create = (client: TestClient, keys: unknown, more: Record<string, unknown> = {}) =>
  client.graphql(
    `mutation ($provider_id: ID, $name: String!, $keys: String!, $key: String) {
      createClinicalClient(provider_id: $provider_id, name: $name, keys: $keys, idempotency_key: $key) ${shown} }`,
    { name: 'Ward software', keys: typeof keys === 'string' ? keys : JSON.stringify(keys), ...more },
  );
const add = (client: TestClient, client_id: string, keys: unknown) =>
  client.graphql(
    `mutation ($client_id: ID!, $keys: String!) { addClinicalKey(client_id: $client_id, keys: $keys) ${shown} }`,
    { client_id, keys: typeof keys === 'string' ? keys : JSON.stringify(keys) },
  );
const remove = (client: TestClient, id: string) =>
  client.graphql('mutation ($id: ID!) { removeClinicalKey(id: $id) }', { id });
const revoke = (client: TestClient, id: string) =>
  client.graphql('mutation ($id: ID!) { revokeClinicalClient(id: $id) }', { id });

type Answer = Awaited<ReturnType<TestClient['graphql']>>;
const made = ({ data, errors }: Answer) => {
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createClinicalClient as { id: string; name: string; keys: { id: string; kid: string }[] };
};
const problemsOf = ({ errors }: Answer) =>
  errors?.[0].extensions.fields.map(({ field, message }: { field: string; message: string }) => [
    field,
    message,
  ]);
const codeOf = ({ errors }: Answer) => errors?.[0].extensions.code;
const pem = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') =>
  key.export({ type, format: 'pem' }).toString();

describe('the clinical systems of a provider', () => {
  it('are listed with the addresses and the public keys, and without what only the server needs [X-06]', async () => {
    const { client } = await managed();
    expect((await list(client)).data.clinicalClients).toEqual({
      sign_in_address: `${app.url}/api/clinical/token`,
      fhir_address: `${app.url}/fhir`,
      clients: [],
    });
    const { id } = made(await create(client, { ...newKeyPair().jwk, kid: 'key-1' }));
    expect((await list(client)).data.clinicalClients.clients).toEqual([
      {
        ...{ id, name: 'Ward software' },
        keys: [{ id: expect.any(String), kid: 'key-1', kind: 'EC', last_used_at: null }],
      },
    ]);
  });

  it('are listed with the name of the member of staff who registered them, until that account is deleted [X-06]', async () => {
    const { client } = await managed();
    const { id } = made(await create(client, newKeyPair().jwk));
    const registrars = async () =>
      (await client.graphql('{ clinicalClients { clients { registered_by } } }')).data.clinicalClients
        .clients;
    expect(await registrars()).toEqual([{ registered_by: 'Priya Nair' }]);
    await app.services.db
      .updateTable('clinical_clients')
      .set({ created_by: null })
      .where('id', '=', id)
      .execute();
    expect(await registrars()).toEqual([{ registered_by: null }]);
  });

  it('are registered with a key as PEM, whose thumbprint is its id, and sign in with it [X-06]', async () => {
    const { client } = await managed();
    for (const kind of ['RSA', 'EC'] as const) {
      const { privateKey, publicKey } =
        kind === 'RSA'
          ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
          : generateKeyPairSync('ec', { namedCurve: 'P-384' });
      const texts = kind === 'RSA' ? [pem(publicKey), pem(publicKey, 'pkcs1')] : [pem(publicKey)];
      for (const text of texts) {
        const { id, keys } = made(await create(client, text));
        const { kid } = keys[0]!;
        expect(kid).toMatch(/^[\w-]{43}$/);
        const system = { clientId: id, kid, privateKey, jwk: publicKey.export({ format: 'jwk' }) };
        expect((await askToken(app.url, tokenForm(await assertionOf(app, system)))).status).toBe(200);
        await revoke(client, id);
      }
    }
  });

  it('need a name and keys, with every error at its field [X-06]', async () => {
    const { client } = await managed();
    expect(problemsOf(await create(client, '', { name: ' ' }))).toEqual([
      ['name', 'clinical.name.required'],
      ['keys', 'clinical.key.empty'],
    ]);
    expect(problemsOf(await create(client, newKeyPair().jwk, { name: 'x'.repeat(101) }))).toEqual([
      ['name', 'errors.tooLong'],
    ]);
  });

  it.each<[string, () => unknown]>([
    ['kind', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })],
    ['kind', () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)],
    ['kind', () => pem(generateKeyPairSync('ed25519').publicKey)],
    ['short', () => generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })],
    ['short', () => pem(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey)],
    ['unreadable', () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    // A point that is not on the curve.
    ['unreadable', () => ({ ...newKeyPair().jwk, y: 'A'.repeat(64) })],
    ['tooMany', () => ({ keys: Array.from({ length: 5 }, () => newKeyPair().jwk) })],
    [
      'twice',
      () => {
        const { jwk } = newKeyPair();
        return { keys: [jwk, jwk] };
      },
    ],
  ])('refuse a key as %s at its field [X-06]', async (problem, newKey) => {
    const { client } = await managed();
    expect(problemsOf(await create(client, newKey()))).toEqual([['keys', `clinical.key.${problem}`]]);
    expect((await list(client)).data.clinicalClients.clients).toEqual([]);
  });

  it('refuse a private key in every form, and store it nowhere [X-06]', async () => {
    const { client } = await managed();
    const { privateKey, jwk } = newKeyPair();
    const { d } = privateKey.export({ format: 'jwk' });
    const texts = [
      JSON.stringify({ ...jwk, d }),
      JSON.stringify({ keys: [newKeyPair().jwk, { ...jwk, d }] }),
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    ];
    for (const text of texts) {
      const refused = await create(client, text, { key: randomUUID() });
      expect(problemsOf(refused)).toEqual([['keys', 'clinical.key.private']]);
      expect(JSON.stringify(refused)).not.toContain(d);
    }
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.services.db);
    for (const { name } of tables) {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select 1 from ${sql.table(name)} t where t::text like ${`%${d}%`}) as found`.execute(
        app.services.db,
      );
      expect([name, rows[0]?.found]).toEqual([name, false]);
    }
  });

  it('keep only the members of the public key [X-06]', async () => {
    const { client } = await managed();
    const { jwk } = newKeyPair();
    const { id } = made(await create(client, { ...jwk, kid: 'key-1', x5c: ['MII'], owner: 'Ann' }));
    const { public_jwk } = await app.services.db
      .selectFrom('clinical_keys')
      .select('public_jwk')
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(public_jwk).toEqual({ kty: 'EC', crv: 'P-384', x: jwk.x, y: jwk.y });
  });

  it('are at most five, also when ten are registered at once, and made once for a repeated call [X-06]', async () => {
    const { client } = await managed();
    const { jwk } = newKeyPair();
    const key = randomUUID();
    const [first, again] = [await create(client, jwk, { key }), await create(client, jwk, { key })];
    expect(made(again)).toEqual(made(first));
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(client, newKeyPair().jwk)));
    const refused = answers.filter(({ errors }) => errors);
    expect(refused).toHaveLength(6);
    for (const each of refused) expect(problemsOf(each)).toEqual([['name', 'clinical.tooMany']]);
    expect((await list(client)).data.clinicalClients.clients).toHaveLength(5);
    await revoke(client, made(first).id);
    made(await create(client, newKeyPair().jwk));
  });

  it('have at most four keys, each with another id [X-06]', async () => {
    const { client } = await managed();
    const named = (kid: string) => ({ ...newKeyPair().jwk, kid });
    const { id, keys } = made(await create(client, { keys: ['a', 'b'].map(named) }));
    expect(problemsOf(await add(client, id, named('a')))).toEqual([['keys', 'clinical.key.twice']]);
    const answers = await Promise.all(['c', 'd', 'e', 'f'].map((kid) => add(client, id, named(kid))));
    expect(answers.filter(({ errors }) => errors).map(problemsOf)).toEqual([
      [['keys', 'clinical.key.tooMany']],
      [['keys', 'clinical.key.tooMany']],
    ]);
    expect((await remove(client, keys[0]!.id)).errors).toBeUndefined();
    expect((await add(client, id, named('a'))).data.addClinicalKey.keys).toHaveLength(4);
  });

  it('sign in with the old and the new key while a key is rotated, and no longer with the removed one [X-06]', async () => {
    const { client } = await managed();
    const [old, next] = [newKeyPair(), newKeyPair('RSA')];
    const { id, keys } = made(await create(client, { ...old.jwk, kid: 'old' }));
    await add(client, id, { ...next.jwk, kid: 'next' });
    const statusOf = async (pair: typeof old, kid: string) =>
      (await askToken(app.url, tokenForm(await assertionOf(app, { clientId: id, kid, ...pair })))).status;
    expect([await statusOf(old, 'old'), await statusOf(next, 'next')]).toEqual([200, 200]);
    await remove(client, keys[0]!.id);
    expect((await remove(client, keys[0]!.id)).errors).toBeUndefined();
    expect([await statusOf(old, 'old'), await statusOf(next, 'next')]).toEqual([400, 200]);
    await revoke(client, id);
    expect((await revoke(client, id)).errors).toBeUndefined();
    expect(await statusOf(next, 'next')).toBe(400);
    expect(codeOf(await add(client, id, newKeyPair().jwk))).toBe('not-found');
  });

  it('belong to the managers of the provider and of those above it, and to the platform [X-06] [security 4]', async () => {
    const root = await managed('Banksia Group');
    const house = await managed('Banksia House', root.providerId);
    const other = await managed('Correa');
    const { providerId } = house;
    const { id, keys } = made(await create(house.client, newKeyPair().jwk));
    const below = await list(root.client, providerId);
    expect(below.data.clinicalClients.clients).toHaveLength(1);
    const calls = (client: TestClient) => [
      () => list(client, providerId),
      () => create(client, newKeyPair().jwk, { provider_id: providerId }),
      () => add(client, id, newKeyPair().jwk),
      () => remove(client, keys[0]!.id),
      () => revoke(client, id),
    ];
    const codes = async (client: TestClient) =>
      new Set((await Promise.all(calls(client).map((call) => call()))).map(codeOf));
    expect(await codes(new TestClient(app.url))).toEqual(new Set(['unauthenticated']));
    expect(await codes(other.client)).toEqual(new Set(['not-found']));
    expect(await codes(await staff({ role: 'providerview', providerId }))).toEqual(new Set(['forbidden']));
    expect(await codes(await staff({}))).toEqual(new Set(['not-found']));
    const admin = await staff({ role: 'admin' });
    expect(problemsOf(await list(admin))).toEqual([['provider_id', 'error.customer.provider']]);
    expect((await list(admin, providerId)).data.clinicalClients.clients).toHaveLength(1);
    expect((await add(root.client, id, newKeyPair().jwk)).errors).toBeUndefined();
    expect((await revoke(admin, id)).errors).toBeUndefined();
  });

  it('are changed with audit rows that name the provider, by ids only [X-06]', async () => {
    const { providerId, client } = await managed();
    const { id, keys } = made(await create(client, newKeyPair().jwk, { name: 'Secret name' }));
    await add(client, id, newKeyPair().jwk);
    await remove(client, keys[0]!.id);
    await revoke(client, id);
    const { rows } = await sql<{ action: string; row: string }>`
      select action, t::text as row from audit_log t
      where details->>'provider' = ${providerId} order by at, seq`.execute(app.services.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'createClinicalClient',
      'addClinicalKey',
      'removeClinicalKey',
      'revokeClinicalClient',
    ]);
    expect(JSON.stringify(rows)).not.toContain('Secret name');
  });
});
