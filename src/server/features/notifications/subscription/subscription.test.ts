import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationTemplate } from '../../../../domain/activities.ts';
import { TestClient } from '../../../../../testing/client.ts';
import { askForSocket, closedAfter, watchNews, type Watch } from '../../../../../testing/news.ts';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { announce } from '../store.ts';

describe('the subscription to new notifications', () => {
  let app: TestApp;
  let ann: TestPerson;
  let browser: TestClient;
  const open: Watch[] = [];

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  afterEach(() => open.splice(0).forEach((watch) => watch.stop()));

  const watch = (...what: Parameters<typeof watchNews>) => {
    const watching = watchNews(...what);
    open.push(watching);
    return watching;
  };

  async function newPerson(): Promise<void> {
    ann = await person(app.services, { firstName: 'Ann' });
    browser = new TestClient(app.url);
    await browser.signIn(ann.email, ann.password);
  }

  const sendNotice = (receiverId = ann.userId, template: NotificationTemplate = 'TEST') =>
    announce(
      app.services.db,
      { eventId: randomUUID(), template, metadata: {}, userId: ann.userId, at: new Date() },
      [receiverId],
    );

  it('sends the current state at once, and again with each new notification [NOTIF-13, API-64, GAP-73]', async () => {
    await newPerson();
    const watching = watch(browser);
    await watching.until(() => watching.receivedNews.length === 1);
    expect(watching.receivedNews[0]).toEqual({ count: 0, unread: 0, notification: null });
    await sendNotice();
    await watching.until(() => watching.receivedNews.length === 2);
    expect(watching.receivedNews[1]).toMatchObject({
      count: 1,
      unread: 1,
      notification: { template: 'TEST', user: { first_name: 'Ann' } },
    });
    await browser.graphql('mutation ($id: ID!) { updateAllNotifications(user_id: $id) { count } }', {
      id: ann.userId,
    });
    await watching.until(() => watching.receivedNews.at(-1)?.unread === 0);
    expect(watching.receivedNews.at(-1)).toMatchObject({ count: 1, unread: 0 });
  });

  it('sends a page nothing of another person who signed in with the same browser [NOTIF-13]', async () => {
    await newPerson();
    const own = watch(browser, { personId: ann.userId });
    await own.until(() => own.receivedNews.length === 1);
    const stale = watch(browser, { personId: randomUUID() });
    await stale.until(() => stale.closed.length > 0);
    expect([stale.receivedNews, stale.closed[0]]).toEqual([[], 4401]);
  });

  it('sends nothing before the commit, and nothing that was rolled back [NOTIF-13]', async () => {
    await newPerson();
    const watching = watch(browser);
    await watching.until(() => watching.receivedNews.length === 1);
    const undone = app.services.db.transaction().execute(async (tx) => {
      await announce(
        tx,
        { eventId: randomUUID(), template: 'TEST', metadata: {}, userId: ann.userId, at: new Date() },
        [ann.userId],
      );
      await pause(150);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await pause(200);
    expect(watching.receivedNews).toHaveLength(1);
  });

  it("does not send another person's notifications [security 2, NOTIF-13]", async () => {
    await newPerson();
    const bob = await person(app.services);
    const watching = watch(browser);
    await watching.until(() => watching.receivedNews.length === 1);
    await sendNotice(bob.userId);
    await pause(300);
    expect(watching.receivedNews).toHaveLength(1);
  });

  it('is refused without a session, and for a page of another site or without an origin [security 31]', async () => {
    await newPerson();
    const cookie = browser.cookieHeader();
    const origin = app.url;
    expect(await askForSocket(app.url, { cookie, origin })).toBe(101);
    expect(await askForSocket(app.url, { origin })).toBe(401);
    expect(await askForSocket(app.url, { origin, cookie: 'wattle=none' })).toBe(401);
    expect(await askForSocket(app.url, { cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await askForSocket(app.url, { cookie, origin: 'null' })).toBe(403);
    expect(await askForSocket(app.url, { cookie })).toBe(403);
  });

  it('is the only request that becomes a web socket', async () => {
    await newPerson();
    const headers = { cookie: browser.cookieHeader(), origin: app.url };
    expect(await askForSocket(app.url, headers, '/healthz')).toBe(200);
    expect(await askForSocket(app.url, headers, '/api/graphql/')).toBe(404);
    expect(await askForSocket(app.url, { ...headers, upgrade: 'h2c' })).toBe(405);
    expect((await browser.fetch('/api/graphql?query={currentUser{id}}')).status).toBe(405);
  });

  it('allows one person ten sockets and no more [security 27]', async () => {
    await newPerson();
    for (let count = 0; count < 10; count += 1) watch(browser);
    for (const each of open) await each.until(() => each.receivedNews.length > 0);
    const headers = { cookie: browser.cookieHeader(), origin: app.url };
    expect(await askForSocket(app.url, headers)).toBe(429);
    open.pop()?.stop();
    await pause(300);
    expect(await askForSocket(app.url, headers)).toBe(101);
  });

  it.each([
    ['a query', '{ currentUser { id email } }'],
    ['a mutation', 'mutation { updateLastViewedNotifications { last_viewed_notifications } }'],
    ['what does not parse', 'subscription {'],
  ])('does not accept %s [security 27]', async (_, query) => {
    await newPerson();
    const watching = watch(browser, { query });
    await watching.until(() => watching.closed.length > 0);
    expect([watching.receivedNews, watching.closed[0]]).toEqual([[], 4400]);
  });

  it.each([
    ['a field that is not there', 'subscription { new_notifications { password } }'],
    ['the schema', 'subscription { __schema { types { name } } new_notifications { count } }'],
    [
      'one field by many names',
      `subscription { new_notifications { ${Array.from({ length: 9 }, (_, n) => `a${n}: count`).join(' ')} } }`,
    ],
  ])('refuses %s with a text of our own [security 27]', async (_, query) => {
    await newPerson();
    const watching = watch(browser, { query });
    await watching.until(() => watching.errors.length > 0);
    expect(watching.errors[0]).toMatchObject({ message: 'invalid', extensions: { code: 'invalid' } });
    expect(watching.receivedNews).toEqual([]);
  });

  const init = '{"type":"connection_init"}';
  const start = (payload: unknown) => JSON.stringify({ id: 'a', type: 'subscribe', payload });
  const news = { query: 'subscription { new_notifications { count } }' };

  it.each<[string, number, (string | Uint8Array<ArrayBuffer>)[]]>([
    ['what is no JSON', 4400, ['hello']],
    ['bytes', 4400, [new Uint8Array([1, 2, 3])]],
    ['a message of no known kind', 4400, [init, '{"type":"__proto__"}']],
    ['a message that is a list', 4400, ['[]']],
    ['a message that is too large', 1009, ['x'.repeat(20_000)]],
    ['a subscription before the greeting', 4401, [start(news)]],
    ['two greetings', 4429, [init, init]],
    ['the same name twice', 4409, [init, start(news), start(news)]],
    ['a document that is no text', 4400, [init, start({ query: { kind: 'Document' } })]],
    ['a document that is too long', 4400, [init, start({ query: `subscription { ${' '.repeat(10_001)} }` })]],
    [
      'more messages than anybody writes',
      4400,
      [init, ...Array.from({ length: 130 }, () => '{"type":"ping"}')],
    ],
  ])('closes the socket on %s [security 27, security 28]', async (_, code, messages) => {
    await newPerson();
    expect(await closedAfter(browser, messages)).toBe(code);
  });

  it('closes a socket that never sends the initial message, and one with another protocol [security 27]', async () => {
    await newPerson();
    expect(await closedAfter(browser, [])).toBe(4408);
    await expect(closedAfter(browser, [], 'graphql-ws')).resolves.toBeGreaterThan(1000);
  });

  it('is refused for a plain request [NOTIF-13]', async () => {
    await newPerson();
    const { data, errors } = await browser.graphql('subscription { new_notifications { count } }');
    expect([data, errors?.length]).toEqual([null, 1]);
  });

  it('ends with the session: a notification after signing out is not sent, and the socket is closed [fault 21, security 6, security 18]', async () => {
    await newPerson();
    const watching = watch(browser);
    await watching.until(() => watching.receivedNews.length === 1);
    await app.services.db.deleteFrom('sessions').where('user_id', '=', ann.userId).execute();
    await sendNotice();
    await watching.until(() => watching.closed.length > 0);
    expect([watching.receivedNews.length, watching.closed]).toEqual([1, [4401]]);
  });

  it('ends when the person is suspended and when the session expires [fault 21, security 6, security 18]', async () => {
    await newPerson();
    const suspended = watch(browser);
    await suspended.until(() => suspended.receivedNews.length === 1);
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', ann.userId)
      .execute();
    await sendNotice();
    await suspended.until(() => suspended.closed.length > 0);
    expect([suspended.receivedNews.length, suspended.closed]).toEqual([1, [4401]]);

    await newPerson();
    const idle = watch(browser);
    await idle.until(() => idle.receivedNews.length === 1);
    app.freeze();
    app.advance(13 * 60 * 60_000);
    await sendNotice();
    await idle.until(() => idle.closed.length > 0);
    expect([idle.receivedNews.length, idle.closed]).toEqual([1, [4401]]);
    app.advance(-13 * 60 * 60_000);
    app.unfreeze();
  });

  it('does not extend the session by sending notifications [D-13]', async () => {
    await newPerson();
    const watching = watch(browser);
    await watching.until(() => watching.receivedNews.length === 1);
    const session = () =>
      app.services.db
        .selectFrom('sessions')
        .select('idle_expires_at')
        .where('user_id', '=', ann.userId)
        .executeTakeFirstOrThrow();
    const before = await session();
    app.advance(5 * 60_000);
    await sendNotice();
    await watching.until(() => watching.receivedNews.length === 2);
    const asked = await browser.post(
      '/api/graphql',
      { query: '{ getNotifications(limit: 1) { unread } }' },
      { 'wattle-unattended': 'yes' },
    );
    expect(asked.body.data.getNotifications.unread).toBe(1);
    await pause(100);
    expect(await session()).toEqual(before);
    await browser.graphql('{ getNotifications(limit: 1) { unread } }');
    await pause(100);
    expect((await session()).idle_expires_at > before.idle_expires_at).toBe(true);
  });
});
