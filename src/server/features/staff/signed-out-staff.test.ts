import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { watchNews } from '../../../../testing/news.ts';
import { password, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

const list = '{ getProviderUsers { count } }';
const act = (name: string, more = '') => `mutation ($id: ID!) { ${name}(id: $id${more}) { id } }`;

describe('staff who were signed in', () => {
  let app: TestApp;
  let house: string;
  let admin: TestClient;
  let head: TestPerson;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    app = await startApp();
    house = await provider(app.services);
    head = await person(app.services, { role: 'provideradmin', providerId: house });
    admin = await browserOf(await person(app.services, { role: 'admin' }));
  });
  afterAll(async () => {
    vi.useRealTimers();
    await app.close();
  });

  async function browserOf({ email }: TestPerson) {
    const client = new TestClient(app.url);
    await client.signIn(email, password);
    return client;
  }
  const staff = () => person(app.services, { role: 'provideradmin', providerId: house });
  const codeOf = async (client: TestClient, query: string) =>
    (await client.graphql(query)).errors?.[0].extensions.code ?? 'done';

  it.each(['suspendProviderUser', 'deleteProviderUser'])(
    '%s ends their open page with the next request, their web socket, and their visits to customers [fault 21, security 18]',
    async (name) => {
      const who = await staff();
      const [open, visiting] = [await browserOf(who), await browserOf(who)];
      const customer = await person(app.services, { providerId: house });
      const entered = await visiting.post('/api/auth/login-as-customer', {
        ...{ customerId: customer.userId, reason: 'To help with a form', password },
      });
      expect(entered.body.ok).toBe(true);
      expect(await codeOf(open, list)).toBe('done');
      const watching = watchNews(open);
      await watching.until(() => watching.receivedNews.length === 1);
      expect((await admin.graphql(act(name), { id: who.userId })).errors).toBeUndefined();
      expect(await codeOf(open, list)).toBe('unauthenticated');
      const { data } = await visiting.graphql('{ currentUser { id } }');
      expect(data.currentUser).toBeNull();
      vi.advanceTimersByTime(3_000);
      await watching.until(() => watching.closed.length > 0);
      expect(watching.closed[0]).toBe(4401);
      const visits = await app.services.db
        .selectFrom('staff_visits')
        .select('ended_at')
        .where('staff_id', '=', who.userId)
        .execute();
      expect(visits.every(({ ended_at }) => ended_at !== null)).toBe(true);
      await expect(browserOf(who)).rejects.toThrow();
      await pause(0);
    },
  );

  it('have only the rights of their new role from the next request on [API-51, PERM-05, fault 21]', async () => {
    const who = await staff();
    const open = await browserOf(who);
    const add = `mutation { insertProviderUser(first_name: "Ann", last_name: "Lee", email: "ann.lee@test.example",
      phone: "", role: "nurse", permission_role_id: 3) { id } }`;
    const demote = `mutation ($id: ID!) { updateUserPermissionRole(id: $id, permission_role_id: 3) { id } }`;
    expect((await admin.graphql(demote, { id: who.userId })).errors).toBeUndefined();
    expect(await codeOf(open, add)).toBe('forbidden');
    expect(await codeOf(open, list)).toBe('done');
  });

  it('are signed out everywhere by an administrator only, who confirms with their own password, and are notified [fault 21, security 4]', async () => {
    const who = await staff();
    const open = await browserOf(who);
    const end = (typed: string) => act('endStaffSessions', `, password: "${typed}"`);
    expect((await admin.graphql(end('Wrong-horse-7'), { id: who.userId })).errors?.[0].extensions.code).toBe(
      'invalid',
    );
    expect(await codeOf(open, list)).toBe('done');
    const ofHead = await (await browserOf(head)).graphql(end(password), { id: who.userId });
    expect(ofHead.errors?.[0].extensions.code).toBe('forbidden');
    expect((await admin.graphql(end(password), { id: who.userId })).errors).toBeUndefined();
    expect(await codeOf(open, list)).toBe('unauthenticated');
    await vi.waitFor(async () => {
      const mails = await app.services.db.selectFrom('mail_outbox').selectAll().execute();
      expect(JSON.stringify(mails)).toContain('You were signed out on all devices');
    }, 10_000);
  });

  it('lose a second step that they cannot use any more, are signed out, and notified [D-12, security 4]', async () => {
    const who = await staff();
    const open = await browserOf(who);
    const take = act('removeStaffSecondStep', `, password: "${password}"`);
    const none = await admin.graphql(take, { id: who.userId });
    expect(none.errors?.[0].extensions).toMatchObject({ code: 'conflict' });
    await app.services.db
      .updateTable('users')
      .set({ second_step_on: true })
      .where('id', '=', who.userId)
      .execute();
    expect((await admin.graphql(take, { id: who.userId })).errors).toBeUndefined();
    expect(await codeOf(open, list)).toBe('unauthenticated');
    const stored = await app.services.db
      .selectFrom('users')
      .select('second_step_on')
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    expect(stored.second_step_on).toBe(false);
    await vi.waitFor(async () => {
      const mails = await app.services.db.selectFrom('mail_outbox').selectAll().execute();
      expect(JSON.stringify(mails)).toContain('Our help line turned off your second step');
    }, 10_000);
  });
});
