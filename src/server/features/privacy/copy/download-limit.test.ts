import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { password, person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { keepPart } from './export-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = `mutation { requestDataExport(password: "${password}") { id } }`;
const list = '{ dataExports { status } }';

/** Creates a copy of twenty megabytes, more than connections buffer. */
async function largeCopy() {
  const who = await person(app.services);
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  const { data } = await client.graphql(ask);
  const exportId = data.requestDataExport.id as string;
  await vi.waitFor(
    async () => expect((await client.graphql(list)).data.dataExports[0].status).toBe('ready'),
    30_000,
  );
  const { db } = app.services;
  const { attempt } = await db
    .selectFrom('data_exports')
    .select('attempt')
    .where('id', '=', exportId)
    .executeTakeFirstOrThrow();
  const place = { exportId, userId: who.userId, attempt: attempt as string };
  for (let number = 1_000; number < 1_040; number += 1)
    await keepPart(db, app.services, place, number, randomBytes(500_000));
  return { client, path: `/api/data-exports/${exportId}.zip` };
}

/** Starts to read and stops, like a slow connection or an attacker. */
async function readSlowly(client: TestClient, path: string): Promise<IncomingMessage> {
  const request = get(app.url + path, { agent: false, headers: { cookie: client.cookieHeader() } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {}).pause();
  return answer;
}

it('one person downloads at most two copies at once, and can start another when one of the downloads has ended [R-02] [security 27]', async () => {
  const { client, path } = await largeCopy();
  const [first, second] = [await readSlowly(client, path), await readSlowly(client, path)];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  const third = await client.fetch(path);
  expect([third.status, await third.json()]).toMatchObject([
    429,
    { error: 'rate-limited', details: { retryAfter: 1 } },
  ]);
  const other = await largeCopy();
  const theirs = await readSlowly(other.client, other.path);
  expect(theirs.statusCode).toBe(200);
  first.destroy();
  await vi.waitFor(async () => {
    const again = await readSlowly(client, path);
    again.destroy();
    expect(again.statusCode).toBe(200);
  }, 5_000);
  second.destroy();
  theirs.destroy();
}, 60_000);
