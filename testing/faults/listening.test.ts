import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../src/server/features/notifications/store.ts';
import { TestClient } from '../client.ts';
import { watchNews, type Watch } from '../news.ts';
import { person, type TestPerson } from '../people.ts';
import { startApp, type TestApp } from '../start-app.ts';

/** Browser with a session that every server accepts, because they share one database. */
const browserAt = (url: string, cookies: TestClient): TestClient =>
  Object.assign(new TestClient(url), { cookieHeader: () => cookies.cookieHeader() });

describe('two servers on one database', () => {
  let first: TestApp;
  let ann: TestPerson;
  let browser: TestClient;
  const watches: Watch[] = [];

  beforeAll(async () => {
    first = await startApp();
    ann = await person(first.services);
    browser = new TestClient(first.url);
    await browser.signIn(ann.email, ann.password);
  });
  afterEach(() => watches.splice(0).forEach((watch) => watch.stop()));
  afterAll(() => first.close());

  const publish = (by: TestApp) =>
    announce(
      by.services.db,
      { eventId: randomUUID(), template: 'TEST', metadata: {}, userId: ann.userId, at: new Date() },
      [ann.userId],
    );
  const watch = (...what: Parameters<typeof watchNews>) => {
    watches.push(watchNews(...what));
    return watches.at(-1)!;
  };
  const latest = ({ receivedNews: news }: Watch) => news.at(-1)?.count ?? -1;

  it('send the notifications of each server to the pages of the other [fault 23, NOTIF-13]', async () => {
    const second = await startApp({ beside: first });
    const here = watch(browser);
    const there = watch(browserAt(second.url, browser));
    await here.until(() => here.receivedNews.length === 1);
    await there.until(() => there.receivedNews.length === 1);
    const before = latest(here);
    await publish(first);
    await there.until(() => latest(there) === before + 1);
    await publish(second);
    await here.until(() => latest(here) === before + 2);
    await there.until(() => latest(there) === before + 2);
    await second.close();
  });

  it('replace each other: sockets of pages are closed at once, connect to the next server and receive missed notifications [fault 23]', async () => {
    const second = await startApp({ beside: first });
    let address = second.url;
    const page = watch(browserAt(second.url, browser), { url: () => address });
    await page.until(() => page.receivedNews.length === 1);
    const before = latest(page);
    address = first.url;
    const began = performance.now();
    await second.close();
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(page.closed).toEqual([1012]);
    await publish(first);
    await page.until(() => latest(page) === before + 1);
    expect(page.connected()).toBe(2);
  });

  it('listen again after the listening connection broke, and send the notifications of the time between [fault 2, fault 23]', async () => {
    const page = watch(browser);
    await page.until(() => page.receivedNews.length === 1);
    const before = latest(page);
    const { db } = first.services;
    const cut = await sql<{ cut: boolean }>`
      select pg_terminate_backend(pid) as cut from pg_stat_activity
      where datname = current_database() and application_name = 'wattle-listen'`.execute(db);
    expect(cut.rows).toEqual([{ cut: true }]);
    await publish(first);
    await page.until(() => latest(page) === before + 1);
    await pause(500);
    await publish(first);
    await page.until(() => latest(page) === before + 2);
    expect([page.connected(), page.closed]).toEqual([1, []]);
  });
});
