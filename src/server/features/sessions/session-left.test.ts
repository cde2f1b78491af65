import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const header = 'wattle-session-left';
const unattended = { 'wattle-unattended': 'yes' };

describe('the remaining time of a session', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    app.freeze();
  });
  afterAll(() => app.close());

  async function signedIn(role: 'user' | 'admin') {
    const who = await person(app.services, { role });
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const ask = async (headers: Record<string, string> = {}) => {
      const { status, headers: answered } = await client.fetch('/api/auth/session', { headers });
      return { status, left: answered.get(header)?.split(' ').map(Number) };
    };
    return { ...who, client, ask };
  }

  it('is in every answer: half an hour and twelve for staff, twelve hours and seven days for customers [R-53, D-13]', async () => {
    const staff = await signedIn('admin');
    expect(await staff.ask()).toEqual({ status: 200, left: [1_800, 43_200] });
    const customer = await signedIn('user');
    expect(await customer.ask()).toEqual({ status: 200, left: [43_200, 604_800] });
    const { headers } = await customer.client.post('/api/graphql', { query: '{ currentUser { id } }' });
    expect(headers.get(header)).toBe('43200 604800');
  });

  it("is extended by a user's requests, and not by those that a page makes itself [R-53, D-13]", async () => {
    const { ask } = await signedIn('admin');
    app.advance(29 * minute);
    expect((await ask(unattended)).left).toEqual([60, 12 * 3_600 - 29 * 60]);
    expect((await ask()).left).toEqual([1_800, 12 * 3_600 - 29 * 60]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    app.advance(29 * minute);
    expect((await ask(unattended)).status).toBe(200);
    app.advance(minute);
    expect(await ask(unattended)).toEqual({ status: 401, left: undefined });
    expect(await ask()).toEqual({ status: 401, left: undefined });
  });

  it('never exceeds the absolute expiry [R-53, D-13]', async () => {
    const { ask } = await signedIn('admin');
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      app.advance(20 * minute);
      await ask();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await ask()).left![1]).toBe(20 * 60);
    app.advance(20 * minute);
    expect((await ask()).status).toBe(401);
  });

  it('is sent to no visitor, no page of another person, and no suspended user [R-53, security 18]', async () => {
    const { userId, ask, client } = await signedIn('user');
    expect(await ask({ 'wattle-person': userId })).toMatchObject({ status: 200 });
    expect(await ask({ 'wattle-person': randomUUID() })).toEqual({ status: 401, left: undefined });
    const visitor = await new TestClient(app.url).fetch('/api/auth/session');
    expect([visitor.status, visitor.headers.get(header)]).toEqual([401, null]);
    expect((await client.fetch('/api/auth/session')).headers.get('cache-control')).toBe('no-store');
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', userId)
      .execute();
    expect(await ask()).toEqual({ status: 401, left: undefined });
  });
});
