import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { confirmOrganisationSessions } from './api.ts';
import { refreshPlace } from './identity-store.ts';
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
  const neverIdle = () =>
    house.app.services.db
      .updateTable('sessions')
      .set({ idle_expires_at: new Date('2100-01-01') })
      .execute();
  /** Passes time in which people keep working: no session ends because it is idle. */
  async function work(until: number) {
    await neverIdle();
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

  it('ends within the hour after the connection got another client, without an entry that the person was removed [D-50]', async () => {
    const { client, staff } = await signedIn('sub-10');
    const { db } = house.app.services;
    await db
      .updateTable('provider_connections')
      .set({ client_id: 'previous' })
      .where('provider_id', '=', house.root)
      .execute();
    await house.connect(house.root, house.issuer);
    house.issuer.asked.length = 0;
    await work(60);
    expect([await isIn(client), house.issuer.asked]).toEqual([false, []]);
    const ended = await db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', staff.userId)
      .where('action', '=', 'endOrganisationSessions')
      .execute();
    expect(ended).toEqual([]);
  });

  it('ends within the hour after the person was moved to another organisation, which the previous issuer cannot prolong [D-50]', async () => {
    const { client, staff } = await signedIn('sub-11');
    await house.app.services.db
      .updateTable('users')
      .set({ provider_id: house.elsewhere })
      .where('id', '=', staff.userId)
      .execute();
    await work(50);
    expect(await isIn(client)).toBe(true);
    await work(10);
    expect(await isIn(client)).toBe(false);
  });

  /** Adds sessions of the same person, with the same refresh token, that are due before all others. */
  async function addSessions(userId: string, count: number) {
    const { db, keyring } = house.app.services;
    const { session_id, ...due } = await db
      .selectFrom('organisation_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const { id: _, ...session } = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', session_id)
      .executeTakeFirstOrThrow();
    const refreshToken = keyring.open(refreshPlace(session_id), due.refresh_sealed);
    const due_at = new Date(due.due_at.getTime() - minutes(1));
    for (let made = 0; made < count; made += 1) {
      const id = crypto.randomUUID();
      const refresh_sealed = keyring.seal(refreshPlace(id), refreshToken);
      await db
        .insertInto('sessions')
        .values({ ...session, id, token_hash: randomBytes(32) })
        .execute();
      await db
        .insertInto('organisation_sessions')
        .values({ ...due, session_id: id, refresh_sealed, due_at })
        .execute();
    }
  }
  const countDue = async () => {
    const { db, clock } = house.app.services;
    const rows = await db
      .selectFrom('organisation_sessions')
      .select('provider_id')
      .where('due_at', '<=', clock())
      .execute();
    return rows.filter(({ provider_id }) => provider_id === house.root).length;
  };

  it('is asked about in the same minute as all others that are due, however many [D-50]', async () => {
    const { staff } = await signedIn('sub-12');
    await addSessions(staff.userId, 60);
    house.app.advance(minutes(41));
    expect([await countDue(), await confirm(), await countDue()]).toEqual([61, 61, 0]);
  });

  it('is confirmed while another issuer with many sessions gives no answer, which is asked about few of them [D-50]', async () => {
    const { staff: waiting } = await signedIn('sub-13');
    await addSessions(waiting.userId, 60);
    const client = new TestClient(house.app.url);
    const staff = await house.addStaff();
    const { db } = house.app.services;
    await db
      .updateTable('users')
      .set({ provider_id: house.elsewhere })
      .where('id', '=', staff.userId)
      .execute();
    const token = await house.linkOf(staff);
    await house.back(await house.toIssuer(token, 'sub-14', client, house.elsewhere), client);
    await neverIdle();
    house.app.advance(minutes(41));
    house.issuer.isSilent = true;
    expect(await confirm()).toBe(9);
    expect(await countDue()).toBe(61 - 8);
    house.app.advance(minutes(30));
    expect(await isIn(client)).toBe(true);
  });

  it('does not keep the others from being confirmed when its refresh token cannot be read, which is an error [D-50]', async () => {
    const { client } = await signedIn('sub-15');
    const { staff: broken } = await signedIn('sub-16');
    const { db } = house.app.services;
    await db
      .updateTable('organisation_sessions')
      .set({ refresh_sealed: randomBytes(40) })
      .where('user_id', '=', broken.userId)
      .execute();
    await db
      .updateTable('sessions')
      .set({ idle_expires_at: new Date('2100-01-01') })
      .execute();
    house.app.advance(minutes(41));
    await expect(confirm()).rejects.toThrow();
    house.app.advance(minutes(30));
    expect(await isIn(client)).toBe(true);
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
