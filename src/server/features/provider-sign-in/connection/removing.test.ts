import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor, person, type TestPerson } from '../../../../../testing/people.ts';
import { AppError } from '../../../../domain/errors.ts';
import { makeHouse, type House } from '../provider-sign-in.fixture.ts';
import { getProviderConnection, saveProviderConnection } from './connection-operations.ts';
import { removeProviderConnection } from './remove-operation.ts';

describe('the connection of an organisation', () => {
  let house: House;

  beforeAll(async () => {
    house = await makeHouse();
  });
  beforeEach(async () => {
    await house.reset();
    const { db } = house.app.services;
    await db.updateTable('providers').set({ type: 'internal_provider' }).execute();
    for (const table of ['provider_connections', 'organisation_sessions', 'organisation_sign_ins'] as const)
      await db.deleteFrom(table).execute();
    await house.connect(house.root, house.issuer);
    await db.deleteFrom('attempts').execute();
  });
  afterAll(() => house.close());

  const as = (who: TestPerson) => contextFor(house.app.services, who.actor);
  const remove = async (id = house.root, who: TestPerson = house.admin, version?: number) =>
    removeProviderConnection.call(as(who), { id, version: version ?? (await house.versionOf(id)) });
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
  const makeExternal = (...ids: string[]) =>
    house.app.services.db
      .updateTable('providers')
      .set({ type: 'external_provider' })
      .where('id', 'in', ids)
      .execute();
  const left = async () => {
    const { db } = house.app.services;
    const of = async (table: 'organisation_sessions' | 'organisation_sign_ins' | 'organisation_identities') =>
      (await db.selectFrom(table).select('provider_id').where('provider_id', '=', house.root).execute())
        .length;
    return [
      await of('organisation_sessions'),
      await of('organisation_sign_ins'),
      await of('organisation_identities'),
    ];
  };
  const isSignedIn = async (client: TestClient) =>
    (await client.graphql('query { staffOverview { customers } }')).errors === undefined;

  it('is removed with its identities, refresh tokens and open sign-ins, and its staff are signed out [D-50]', async () => {
    const staff = await house.addStaff();
    const client = new TestClient(house.app.url);
    await house.open(staff, 'nurse-1', client);
    await house.begin(house.root);
    const other = new TestClient(house.app.url);
    await other.signIn(house.manager.email, house.manager.password);
    expect((await getProviderConnection.call(as(house.admin), { id: house.root })).joined).toBe(1);
    expect(await left()).toEqual([1, 1, 1]);
    expect(await isSignedIn(client)).toBe(true);
    expect(await problemOf(remove())).toBe('done');
    expect(await left()).toEqual([0, 0, 0]);
    expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
    expect(await getProviderConnection.call(as(house.admin), { id: house.root })).toMatchObject({
      ...{ issuer: '', client_id: '', checked_at: null, version: 0, joined: 0 },
    });
    expect(await house.begin(house.root)).toBe('/login?organisation=unknown');
    const { details } = await house.app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'removeProviderConnection')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ provider_id: house.root });
  });

  it('leaves its staff a password, which they set by the link for a forgotten one [D-50, PROV-34]', async () => {
    const joined = await house.addStaff();
    const invited = await house.addStaff();
    await house.open(joined, 'nurse-2');
    await remove();
    for (const who of [joined, invited]) {
      expect(await house.stored(who)).toMatchObject({ login_provider: 'password', password_hash: null });
      const client = new TestClient(house.app.url);
      await client.post('/api/initiateForgotPassword', { email: who.email });
      const mail = await house.mailTo(who.email, '');
      expect(mail.html).toContain('/reset-password');
    }
  });

  it('is not removed while a provider that relies on it is external, and the refusal names that provider [D-50, PROV-34]', async () => {
    const staff = await house.addStaff();
    await house.open(staff, 'nurse-3');
    for (const id of [house.root, house.house]) {
      await makeExternal(id);
      expect(await problemOf(remove())).toBe('connection: error.connection.inUse');
      await house.app.services.db.updateTable('providers').set({ type: 'internal_provider' }).execute();
    }
    await makeExternal(house.house);
    await remove().catch((error: AppError) =>
      expect(error.fields[0]?.params).toEqual({ provider: 'Correa House' }),
    );
    expect((await left())[2]).toBe(1);
    // A nearer connection, and an archived provider, do not rely on it.
    await house.connect(house.house, house.issuer);
    expect(await problemOf(remove())).toBe('done');
  });

  it('gives no password to staff who joined it before and have another connection now, nearer or after a move [D-50, security 2]', async () => {
    const { db } = house.app.services;
    const [nearer, moved, withoutAny] = [
      await house.addStaff(),
      await house.addStaff(),
      await house.addStaff(),
    ];
    await house.open(nearer, 'nurse-5');
    await house.open(moved, 'nurse-6');
    await house.open(withoutAny, 'nurse-7');
    await house.connect(house.house, house.second);
    await house.connect(house.elsewhere, house.second);
    const move = ({ userId }: { userId: string }, provider_id: string) =>
      db.updateTable('users').set({ provider_id }).where('id', '=', userId).execute();
    await move(moved, house.elsewhere);
    await move(withoutAny, house.root);
    expect(await problemOf(remove())).toBe('done');
    const kinds = async () =>
      Promise.all([nearer, moved, withoutAny].map(async (who) => (await house.stored(who)).login_provider));
    expect(await kinds()).toEqual(['external', 'external', 'password']);
    expect(await house.identities()).toEqual([]);
  });

  it('leaves its staff to a connection above that passed its last check, which they join by a mailed link [D-50]', async () => {
    const { db } = house.app.services;
    await house.connect(house.house, house.issuer);
    await makeExternal(house.house);
    const staff = await house.addStaff();
    await db
      .insertInto('organisation_identities')
      .values({
        ...{ user_id: staff.userId, provider_id: house.house, issuer: house.issuer.url },
        ...{ subject: 'nurse-4', joined_at: new Date() },
      })
      .execute();
    await db
      .updateTable('provider_connections')
      .set({ last_error: 'unreachable' })
      .where('provider_id', '=', house.root)
      .execute();
    expect(await problemOf(remove(house.house))).toBe('connection: error.connection.inUse');
    await db.updateTable('provider_connections').set({ last_error: null }).execute();
    expect(await problemOf(remove(house.house))).toBe('done');
    expect(await house.stored(staff)).toMatchObject({ login_provider: 'external' });
    expect(await house.identities()).toEqual([]);
    expect(await house.open(staff, 'nurse-4')).toBe('/dashboard');
  });

  it('is removed only by the platform and by managers of a provider above, and refused to all others [D-50, security 2]', async () => {
    const { services } = house.app;
    const others = [
      house.manager,
      await person(services, { role: 'provideradmin', providerId: house.house }),
      await person(services, { role: 'providerview', providerId: house.root }),
      await person(services, { role: 'provideradmin', providerId: house.elsewhere }),
      await person(services, {}),
    ];
    const version = await house.versionOf(house.root);
    for (const who of others)
      expect(await problemOf(remove(house.root, who, version))).toMatch(/^(forbidden|not-found)$/);
    const visitor = { ...as(house.admin), actor: { kind: 'visitor' } as const };
    expect(await problemOf(removeProviderConnection.call(visitor, { id: house.root, version }))).toBe(
      'unauthenticated',
    );
    expect(await house.versionOf(house.root)).toBe(version);
    await house.connect(house.house, house.issuer);
    expect(await problemOf(remove(house.house, house.manager, await house.versionOf(house.house)))).toBe(
      'done',
    );
    expect(await problemOf(remove(house.house))).toBe('not-found');
    expect(await problemOf(remove(crypto.randomUUID(), house.admin, 0))).toBe('not-found');
  });

  it('keeps the earlier of two changes at once: the later one conflicts, and its refusal has the saved values [D-18, D-50]', async () => {
    const version = await house.versionOf(house.root);
    const save = ({ url, client_id, client_secret }: House['issuer'], from: number) =>
      saveProviderConnection.call(as(house.admin), {
        ...{ id: house.root, version: from, issuer: url, client_id, client_secret },
      });
    const results = await Promise.allSettled([save(house.issuer, version), save(house.second, version)]);
    const [failed] = results.filter((result) => result.status === 'rejected');
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const saved = await getProviderConnection.call(as(house.admin), { id: house.root });
    expect(failed?.reason).toMatchObject({
      code: 'conflict',
      details: { version: saved.version, saved: { issuer: saved.issuer, client_id: saved.client_id } },
    });
    expect(saved.version).toBeGreaterThan(version);
    expect(await problemOf(remove(house.root, house.admin, version))).toBe('conflict');
    expect(await problemOf(remove(house.root, house.admin, saved.version))).toBe('done');
    expect(await problemOf(save(house.issuer, saved.version))).toBe('conflict');
    expect(await problemOf(save(house.issuer, 0))).toBe('done');
    expect(await house.versionOf(house.root)).toBeGreaterThan(saved.version);
  });
});
