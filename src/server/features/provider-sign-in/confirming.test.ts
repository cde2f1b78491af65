import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { confirmOrganisationSessions } from './api.ts';
import { makeHouse, type House } from './provider-sign-in.fixture.ts';

const minutes = (count: number) => count * 60_000;

describe('a session of organisation staff', () => {
  let house: House;
  beforeAll(async () => {
    house = await makeHouse();
    house.app.freeze();
  });
  beforeEach(async () => {
    await house.reset();
    await house.app.services.db.deleteFrom('sessions').execute();
  });
  afterAll(() => house.close());

  const confirm = () => confirmOrganisationSessions(house.app.services);
  const isIn = async (client: TestClient) =>
    (await client.graphql('{ currentUser { id } }')).data.currentUser !== null;
  /** Passes time in which people keep working: no session ends because it is idle. */
  async function work(until: number) {
    const idle_expires_at = new Date(house.app.services.clock().getTime() + minutes(24 * 60));
    await house.app.services.db.updateTable('sessions').set({ idle_expires_at }).execute();
    for (let passed = 0; passed < until; passed += 10) {
      house.app.advance(minutes(10));
      await confirm();
    }
  }
  async function signedIn(subject: string) {
    const client = new TestClient(house.app.url);
    const staff = await house.addStaff();
    await house.open(staff, subject, client);
    return { client, staff };
  }

  it('lasts while the issuer knows the person, asked at most once in forty minutes, and twelve hours at most [D-50, D-13]', async () => {
    const { client } = await signedIn('sub-1');
    house.issuer.asked.length = 0;
    await work(120);
    expect(await isIn(client)).toBe(true);
    expect(house.issuer.asked.filter((path) => path === '/token')).toHaveLength(3);
    await work(590);
    expect(await isIn(client)).toBe(true);
    await work(20);
    expect(await isIn(client)).toBe(false);
  });

  it('ends within the hour when the person was taken away there, everywhere, with an entry in the trail [D-50]', async () => {
    const { client, staff } = await signedIn('sub-2');
    const other = new TestClient(house.app.url);
    await house.signIn('sub-2', other);
    const { client: stays } = await signedIn('sub-3');
    house.issuer.remove('sub-2');
    await work(60);
    expect([await isIn(client), await isIn(other), await isIn(stays)]).toEqual([false, false, true]);
    const entries = await house.app.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', staff.userId)
      .where('action', '=', 'endOrganisationSessions')
      .execute();
    expect(entries).toEqual([{ action: 'endOrganisationSessions', details: { provider_id: house.root } }]);
  });

  it('ends within the hour when the issuer does not answer, or answers with an error [D-50]', async () => {
    const { client } = await signedIn('sub-4');
    house.issuer.discovery = { token_endpoint: 'http://127.0.0.1:1/token' };
    await work(50);
    expect(await isIn(client)).toBe(true);
    await work(10);
    expect(await isIn(client)).toBe(false);
  });

  it('ends when the issuer answers about another subject [D-50]', async () => {
    const { client } = await signedIn('sub-5');
    house.issuer.tamper(({ claims }) => void Object.assign(claims, { sub: 'sub-6' }));
    await work(40);
    expect(await isIn(client)).toBe(false);
  });

  it('ends within the hour after the connection got another issuer, which gets no token of the previous one [D-50]', async () => {
    const { client } = await signedIn('sub-7');
    const { db } = house.app.services;
    const tokens = () => db.selectFrom('organisation_sessions').select('session_id').execute();
    expect(await tokens()).toHaveLength(1);
    await house.connect(house.root, house.second);
    expect(await tokens()).toEqual([]);
    house.second.asked.length = 0;
    await work(60);
    expect(await isIn(client)).toBe(false);
    expect(house.second.asked).toEqual([]);
    expect(await house.signIn('sub-7')).toBe('/login?organisation=unknown');
    await house.connect(house.root, house.issuer);
  });

  it('is asked about by one of several servers [D-50]', async () => {
    await signedIn('sub-8');
    house.app.advance(minutes(45));
    const asked = await Promise.all([confirm(), confirm(), confirm()]);
    expect(asked.reduce((sum, each) => sum + each)).toBe(1);
  });

  it('keeps its refresh token sealed [D-16]', async () => {
    await signedIn('sub-9');
    const { refresh_sealed } = await house.app.services.db
      .selectFrom('organisation_sessions')
      .select('refresh_sealed')
      .executeTakeFirstOrThrow();
    expect(String(refresh_sealed)).not.toMatch(/^[\w-]+$/);
  });
});
