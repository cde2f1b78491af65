import type { Bundle } from 'fhir/r4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { insertFile } from '../../../../testing/customer-files.ts';
import { contextFor, person, provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import type { ClinicalScope } from '../../../domain/clinical/scopes.ts';
import { clinicalClient } from '../clinical-access/clinical.fixture.ts';
import { moveCustomers } from '../customers/actions/moving/move-operations.ts';
import { changePlan, fhirOf, idsOf, nextOf, reading, refusalOf, resident } from './records.fixture.ts';

describe('what a clinical system may not read', () => {
  let app: TestApp;
  let root: string;
  let house: string;
  let elsewhere: string;
  beforeAll(async () => {
    app = await startApp();
    root = await provider(app.services, 'Banksia Group');
    house = await provider(app.services, 'Banksia House', root);
    elsewhere = await provider(app.services, 'Wattle Lodge');
  });
  afterAll(() => app.close());

  const systemOf = async (providerId: string, scopes?: readonly ClinicalScope[]) =>
    reading(app, (await clinicalClient(app, providerId, scopes)).token);

  /** Returns every address that is about a person. */
  async function addressesOf(userId: string): Promise<string[]> {
    const { id } = await insertFile(app.services, userId);
    return [
      `Patient/${userId}`,
      `DocumentReference?patient=${userId}`,
      `Consent?patient=${userId}`,
      `Consent/${id}`,
      `Binary/${id}`,
      ...['DocumentReference', 'Composition', 'Bundle', 'Binary'].map((type) => `${type}/${userId}.1`),
    ];
  }

  it('is a resident of another provider, of a house above or beside, or without a provider: as if unknown [X-06]', async () => {
    const beside = await provider(app.services, 'Banksia Lodge', root);
    const read = await systemOf(house);
    const unknown = crypto.randomUUID();
    const without = await person(app.services, {});
    const others = [
      (await resident(app, elsewhere)).userId,
      (await resident(app, root)).userId,
      (await resident(app, beside)).userId,
      without.userId,
    ];
    const wordsOf = async (address: string) => (await read(address)).text();
    const expected = await wordsOf(`Patient/${unknown}`);
    for (const userId of others)
      for (const address of await addressesOf(userId)) {
        expect([address, await refusalOf(read(address), 404)]).toEqual([address, 'not-found']);
        expect(await wordsOf(address)).toBe(expected);
      }
    for (const address of ['DocumentReference', 'DocumentReference?_lastUpdated=ge2020-01-01'])
      expect(idsOf(await fhirOf<Bundle>(read(address)))).toEqual([]);
  });

  it('is a member of staff [X-06]', async () => {
    const staff = await person(app.services, { role: 'provideradmin', providerId: house });
    const read = await systemOf(root);
    expect(await refusalOf(read(`Patient/${staff.userId}`), 404)).toBe('not-found');
  });

  it('is a kind of resource for which the token has no scope, or a search with a scope to read [X-06]', async () => {
    const { userId } = await resident(app, house);
    const read = await systemOf(house, ['system/Patient.r', 'system/DocumentReference.s']);
    expect((await read(`Patient/${userId}`)).status).toBe(200);
    expect((await read('DocumentReference')).status).toBe(200);
    const birth = 'Patient?name=Margaret+Doyle&birthdate=1940-01-01';
    const allowed = [`Patient/${userId}`, `DocumentReference?patient=${userId}`];
    for (const address of [birth, ...(await addressesOf(userId))]) {
      if (allowed.includes(address)) expect((await read(address)).status).toBe(200);
      else expect([address, await refusalOf(read(address), 403)]).toEqual([address, 'forbidden']);
    }
  });

  it('is anything without an access token: sessions of staff and owners open nothing here [X-06]', async () => {
    const who = await resident(app, house);
    const staff = await person(app.services, { role: 'provideradmin', providerId: house });
    const admin = await person(app.services, { role: 'admin' });
    for (const { email, password } of [who, staff, admin]) {
      const client = new TestClient(app.url);
      await client.signIn(email, password);
      for (const address of await addressesOf(who.userId)) {
        const response = await client.fetch(`/fhir/${address}`);
        expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect([address, await refusalOf(Promise.resolve(response), 401)]).toEqual([address, 'login']);
      }
    }
    for (const token of [null, who.shareId, who.pin, 'a'.repeat(43), 'a'.repeat(10_000)])
      expect(await refusalOf(reading(app, token)(`Patient/${who.userId}`), 401)).toBe('login');
  });

  it('is anything else of the product with its token [X-06]', async () => {
    const { userId } = await resident(app, house);
    const { token } = await clinicalClient(app, house);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/api/acp/plan.fhir.json', '/api/acp/plan.pdf', `/api/customers/${userId}/plan.pdf`])
      expect([path, (await fetch(app.url + path, { headers })).status]).toEqual([path, 401]);
  });

  it('is a deleted person: gone for a system that read them before, unknown to all others [X-06]', async () => {
    const { userId } = await resident(app, house);
    const [read, other] = [await systemOf(house), await systemOf(house)];
    expect((await read(`Patient/${userId}`)).status).toBe(200);
    await app.services.db.deleteFrom('users').where('id', '=', userId).execute();
    for (const address of [
      `Patient/${userId}`,
      `Bundle/${userId}.1`,
      `DocumentReference?patient=${userId}`,
    ]) {
      expect([address, await refusalOf(read(address), 410)]).toEqual([address, 'deleted']);
      expect([address, await refusalOf(other(address), 404)]).toEqual([address, 'not-found']);
    }
  });

  it('is a person who was deleted after a move to another provider: unknown, not gone [X-06]', async () => {
    const { userId } = await resident(app, house);
    const read = await systemOf(house);
    expect((await read(`Patient/${userId}`)).status).toBe(200);
    const admin = await person(app.services, { role: 'admin' });
    await moveCustomers.call(contextFor(app.services, admin.actor), {
      ...{ ids: [userId], provider_id: elsewhere },
    });
    const there = await systemOf(elsewhere);
    expect((await there(`Patient/${userId}`)).status).toBe(200);
    await app.services.db.deleteFrom('users').where('id', '=', userId).execute();
    expect(await refusalOf(there(`Patient/${userId}`), 410)).toBe('deleted');
    expect(await refusalOf(read(`Patient/${userId}`), 404)).toBe('not-found');
  });

  it('is a resident who was moved away, at every address and on the next page of their own versions [X-06]', async () => {
    const who = await resident(app, house);
    await changePlan(app, who);
    const { id } = await insertFile(app.services, who.userId);
    const read = await systemOf(house);
    const page = await fhirOf<Bundle>(read(`DocumentReference?patient=${who.userId}&_count=1`));
    const next = nextOf(app, page)!;
    expect(idsOf(page)).toEqual([`${who.userId}.1`]);
    await app.services.db
      .updateTable('users')
      .set({ provider_id: elsewhere })
      .where('id', '=', who.userId)
      .execute();
    for (const address of [next, ...(await addressesOf(who.userId)), `Consent/${id}`, `Binary/${id}`])
      for (const headers of [{}, { 'if-none-match': '*' }, { accept: 'application/pdf, */*' }])
        expect([address, (await read(address, headers)).status]).toEqual([address, 404]);
    for (const method of ['HEAD'])
      expect((await read(`Binary/${who.userId}.1`, {}, method)).status).toBe(404);
  });

  it('has hostile ids refused as unknown [X-06]', async () => {
    const read = await systemOf(house);
    const { userId } = await resident(app, house);
    const ids = [
      'x',
      "1' or '1'='1",
      `${userId}%00`,
      `${userId}.99999999999`,
      `${userId}.1.1`,
      userId.toUpperCase(),
      'a'.repeat(90),
      '%E2%80%AE',
      '..%2f..%2fmetadata',
    ];
    for (const id of ids)
      for (const type of ['Patient', 'DocumentReference', 'Bundle', 'Binary', 'Consent'])
        expect([type, id, (await read(`${type}/${id}`)).status]).toEqual([type, id, 404]);
  });

  it('is more than 6,000 requests and 600 searches for patients an hour, refused ones included [X-06]', async () => {
    const { clientId, token } = await clinicalClient(app, house);
    const read = reading(app, token);
    app.freeze();
    try {
      expect(await refusalOf(read('Patient'), 400)).toBe('invalid');
      const set = (kind: string, requests: number) =>
        app.application.pool.query(
          'update clinical_requests set requests = $3 where client_id = $1 and kind = $2',
          [clientId, kind, requests],
        );
      await set('search', 599);
      expect(await refusalOf(read('Patient'), 400)).toBe('invalid');
      const limited = await read('Patient');
      const wait = Number(limited.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(3_600);
      expect(await refusalOf(Promise.resolve(limited), 429)).toBe('throttled');
      expect((await read('DocumentReference')).status).toBe(200);
      await set('read', 6_000);
      expect(await refusalOf(read('DocumentReference'), 429)).toBe('throttled');
      const other = await systemOf(house);
      expect((await other('DocumentReference')).status).toBe(200);
    } finally {
      app.unfreeze();
    }
    app.advance(3_600_000);
    const later = reading(app, token);
    await app.services.db
      .updateTable('clinical_tokens')
      .set({ expires_at: new Date(app.services.clock().getTime() + 60_000) })
      .where('client_id', '=', clientId)
      .execute();
    expect((await later('DocumentReference')).status).toBe(200);
  });
});
