import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../../testing/people.ts';
import { TestClient } from '../../../../../testing/client.ts';
import { AppError } from '../../../../domain/errors.ts';
import {
  checkProviderConnection,
  getProviderConnection,
  saveProviderConnection,
} from './connection-operations.ts';
import { inviteProvider } from '../../providers/registered/invite-operation.ts';
import { insertProviderUser } from '../../staff/inviting/add-operation.ts';
import { makeHouse, type House } from '../provider-sign-in.fixture.ts';

describe('the connection of an external provider', () => {
  let house: House;
  let editor: TestPerson;
  let reader: TestPerson;
  let outsider: TestPerson;
  beforeAll(async () => {
    house = await makeHouse();
    const { services } = house.app;
    editor = await person(services, { role: 'provideradmin', providerId: house.house });
    reader = await person(services, { role: 'providerview', providerId: house.root });
    outsider = await person(services, { role: 'provideradmin', providerId: house.elsewhere });
  });
  beforeEach(async () => {
    await house.reset();
    await house.app.services.db
      .deleteFrom('provider_connections')
      .where('provider_id', '=', house.house)
      .execute();
    await house.connect(house.root, house.issuer);
    await house.app.services.db.deleteFrom('attempts').execute();
  });
  afterAll(() => house.close());

  const as = (who: TestPerson) => contextFor(house.app.services, who.actor);
  const values = () => ({
    id: house.root,
    issuer: house.issuer.url,
    client_id: house.issuer.client_id,
    client_secret: house.issuer.client_secret,
  });
  const save = async (
    more: { id?: string; version?: number; issuer?: string; client_id?: string; client_secret?: string } = {},
    who: TestPerson = house.admin,
  ) => {
    const given = { ...values(), ...more };
    return saveProviderConnection.call(as(who), { version: await house.versionOf(given.id), ...given });
  };
  /** Returns the field and the message of a refusal; the code where no field is named. */
  async function problemOf(call: Promise<unknown>) {
    try {
      await call;
      return 'done';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [first] = error.fields;
      return first ? `${first.field}: ${first.message}` : error.code;
    }
  }
  const rows = () =>
    house.app.services.db.selectFrom('provider_connections').selectAll().orderBy('provider_id').execute();

  it('is read and saved by the platform and by managers of a provider above, and refused to all others [D-50]', async () => {
    for (const [who, id] of [
      [house.admin, house.root],
      [house.manager, house.house],
    ] as const) {
      expect(await problemOf(save({ id }, who))).toBe('done');
      expect(await problemOf(getProviderConnection.call(as(who), { id }))).toBe('done');
    }
    for (const who of [house.manager, editor, reader, outsider]) {
      const { id } = values();
      const calls = [
        () => save({}, who),
        () => getProviderConnection.call(as(who), { id }),
        () => checkProviderConnection.call(as(who), { id }),
      ];
      for (const call of calls) expect(await problemOf(call())).toMatch(/^(forbidden|not-found)$/);
    }
    expect(await problemOf(getProviderConnection.call(as(house.admin), { id: crypto.randomUUID() }))).toBe(
      'not-found',
    );
  });

  it('never returns its secret, which is sealed, and logs it nowhere [D-50, D-16]', async () => {
    const { client_secret } = house.issuer;
    const shown = [await save(), await getProviderConnection.call(as(house.admin), { id: house.root })];
    expect(JSON.stringify(shown)).not.toContain(client_secret);
    expect(Object.keys(shown[0]!).filter((key) => key.includes('secret'))).toEqual([]);
    const [row] = await rows();
    expect(String(row!.client_secret_sealed)).not.toContain(client_secret);
    const { db } = house.app.services;
    const trail = await db.selectFrom('audit_log').select(['action', 'details']).execute();
    expect(JSON.stringify(trail)).not.toContain(client_secret);
    const client = new TestClient(house.app.url);
    await client.signIn(house.admin.email, house.admin.password);
    const { errors } = await client.graphql(
      `query ($id: ID!) { getProviderConnection(id: $id) { issuer client_secret } }`,
      { id: house.root },
    );
    expect(errors).toHaveLength(1);
  });

  it('shows empty fields at each problem of the form, and keeps a saved secret for the same issuer only [D-50]', async () => {
    expect(await problemOf(save({ issuer: ' ' }))).toBe('issuer: field.required');
    expect(await problemOf(save({ client_id: '' }))).toBe('client_id: field.required');
    expect(await problemOf(save({ client_secret: '' }))).toBe('done');
    house.second.asked.length = 0;
    const { url: issuer, client_id } = house.second;
    expect(await problemOf(save({ issuer, client_id, client_secret: '' }))).toBe(
      'client_secret: field.required',
    );
    expect(house.second.asked).toEqual([]);
  });

  it.each([
    'http://issuer.example',
    'https://issuer.example?tenant=1',
    'https://issuer.example/#x',
    'https://user:secret@issuer.example',
    'javascript:alert(1)',
    'issuer.example',
    'https://10.0.0.1',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
  ])('refuses the issuer %s at the field, without saving it [D-50]', async (issuer) => {
    const before = await rows();
    expect(await problemOf(save({ issuer }))).toBe('issuer: error.connection.address');
    expect(await rows()).toEqual(before);
  });

  it('is refused at the field for each problem of the issuer, and nothing is saved [D-50]', async () => {
    const before = await rows();
    for (const [discovery, field] of [
      [{ issuer: 'https://elsewhere.example' }, 'issuer: error.connection.issuer'],
      [{ code_challenge_methods_supported: ['plain'] }, 'issuer: error.connection.pkce'],
      [{ code_challenge_methods_supported: undefined }, 'issuer: error.connection.pkce'],
      [{ id_token_signing_alg_values_supported: ['none'] }, 'issuer: error.connection.algorithm'],
      [{ id_token_signing_alg_values_supported: ['HS256'] }, 'issuer: error.connection.algorithm'],
      [{ jwks_uri: undefined }, 'issuer: error.connection.issuer'],
      [{ jwks_uri: 'https://10.0.0.1/keys' }, 'issuer: error.connection.address'],
      [{ token_endpoint: 'https://[fd00::1]/token' }, 'issuer: error.connection.address'],
      [{ token_endpoint: 'file:///etc/passwd' }, 'issuer: error.connection.issuer'],
      [{ authorization_endpoint: 'javascript:alert(1)' }, 'issuer: error.connection.issuer'],
    ] as const) {
      house.issuer.discovery = discovery;
      expect([discovery, await problemOf(save())]).toEqual([discovery, field]);
    }
    house.issuer.discovery = {};
    expect(await problemOf(save({ client_secret: 'wrong' }))).toBe(
      'client_secret: error.connection.credentials',
    );
    expect(await problemOf(save({ client_id: 'unknown' }))).toBe(
      'client_secret: error.connection.credentials',
    );
    expect(await problemOf(save({ issuer: 'http://127.0.0.1:1' }))).toBe(
      'issuer: error.connection.unreachable',
    );
    expect(await problemOf(save({ issuer: `${house.issuer.url}/other` }))).toBe(
      'issuer: error.connection.issuer',
    );
    expect(await rows()).toEqual(before);
  });

  it('keeps the result of another check, and then the external kind cannot be chosen until it passes [D-50]', async () => {
    const { services } = house.app;
    await services.db
      .updateTable('providers')
      .set({ type: 'external_provider' })
      .where('id', '=', house.house)
      .execute();
    const staffOf = (prefix: string) => ({
      ...{ first_name: 'Ines', last_name: 'Nair' },
      email: `${prefix}-${crypto.randomUUID()}@test.example`,
    });
    const invite = () =>
      inviteProvider.call(as(house.admin), {
        ...staffOf('contact'),
        ...{ provider_name: 'Correa Ward', providerType: 'external_provider', parent_id: house.root },
        external_id: crypto.randomUUID(),
      });
    const addOne = () =>
      insertProviderUser.call(as(house.admin), {
        ...staffOf('nurse'),
        ...{ phone: '', role: 'nurse', permission_role_id: 3, provider_id: house.house },
      });
    const check = () => checkProviderConnection.call(as(house.admin), { id: house.root });
    house.issuer.discovery = { code_challenge_methods_supported: ['plain'] };
    expect(await check()).toMatchObject({ last_error: 'pkce', checked_at: expect.any(Date) });
    expect(await problemOf(invite())).toBe('providerType: error.connection.required');
    expect(await problemOf(addOne())).toBe('provider_id: error.connection.required');
    house.issuer.discovery = {};
    expect(await check()).toMatchObject({ last_error: null });
    expect(await problemOf(invite())).toBe('done');
    expect(await problemOf(addOne())).toBe('done');
    expect(await problemOf(checkProviderConnection.call(as(house.admin), { id: house.house }))).toBe(
      'not-found',
    );
  });

  it('is checked twenty times in fifteen minutes at most [D-50]', async () => {
    for (let count = 0; count < 20; count += 1) await problemOf(save({ issuer: 'https://10.0.0.1' }));
    expect(await problemOf(save())).toBe('rate-limited');
  });
});
