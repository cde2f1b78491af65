import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../testing/client.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { serveMetrics } from './metrics-server.ts';

let app: TestApp;
let address: string;
let margaret: TestPerson;

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

beforeAll(async () => {
  app = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${await unusedPort()}` } });
  margaret = await person(app.services);
  const server = await serveMetrics(app.application.metrics, { port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

async function read(): Promise<string> {
  const answer = await fetch(`${address}/metrics`);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Returns the value of the line that begins with the name and has all labels; undefined if there is none. */
async function value(name: string, ...labels: string[]): Promise<number | undefined> {
  const lines = (await read()).split('\n').filter((line) => line.startsWith(name));
  const line = lines.find((each) => labels.every((label) => each.includes(label)));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const forget = () => new TestClient(app.url).post('/api/initiateForgotPassword', { email: margaret.email });

describe('the metrics', () => {
  it('count mails that are not delivered, by the kind of fault [R-56]', async () => {
    expect((await forget()).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(
          await value('wattle_messages_not_handed_over_total', 'service="mail"', 'kind="connection"'),
        ).toBeGreaterThan(0),
      10_000,
    );
    await vi.waitFor(async () => expect(await value('wattle_jobs_waiting', 'queue="mails"')).toBe(1), 15_000);
  });

  it('start at 0 for each kind of fault and reason, so that the first fault is an increase [S-86]', async () => {
    expect(
      await value('wattle_messages_not_handed_over_total', 'service="text message"', 'kind="password"'),
    ).toBe(0);
    expect(
      await value('wattle_messages_not_handed_over_total', 'service="file to be scanned"', 'kind="timeout"'),
    ).toBe(0);
    expect(await value('wattle_unavailable_total', 'reason="read-only"')).toBe(0);
  });

  it('show the age of the oldest waiting job, and the number of failed jobs, by queue [S-86]', async () => {
    const { db } = app.services;
    await sql`insert into jobs.job (name, data, created_on, start_after) values ('payments', '{}', now() - interval '2 hours', now() + interval '1 hour')`.execute(
      db,
    );
    expect(await value('wattle_oldest_job_seconds', 'queue="payments"')).toBeGreaterThan(7_199);
    expect(await value('wattle_oldest_job_seconds', 'queue="imports"')).toBe(0);
    await sql`update jobs.job set state = 'failed', completed_on = now() where name = 'payments'`.execute(db);
    await vi.waitFor(
      async () => expect(await value('wattle_jobs_given_up', 'queue="payments"')).toBe(1),
      20_000,
    );
  });

  it('show the age of the oldest change that is missing in the customer counts [S-92]', async () => {
    // If a fold runs in between, it removes the change, so it is added again.
    await vi.waitFor(async () => {
      await sql`insert into customer_count_changes (status, plan, change, added_at) values ('active', 'none', 0, now() - interval '5 minutes')`.execute(
        app.services.db,
      );
      expect(await value('wattle_customer_counts_behind_seconds')).toBeGreaterThan(299);
    }, 10_000);
  });

  it('show the number of activities that are in no partition of their time [C-05]', async () => {
    expect(await value('wattle_rows_outside_partitions')).toBe(0);
    const { userId } = await person(app.services);
    await sql`insert into recent_activities (template, user_id, created_at) values ('accountOpened', ${userId}, '2099-01-01')`.execute(
      app.services.db,
    );
    expect(await value('wattle_rows_outside_partitions')).toBe(1);
    await sql`delete from users where id = ${userId}`.execute(app.services.db);
  });

  it('count calls refused because the database cannot serve, by the reason [R-14]', async () => {
    const { db } = app.services;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse before insert on outbox for each row execute function refuse()`.execute(
      db,
    );
    expect((await forget()).status).toBe(503);
    await sql`drop trigger refuse on outbox`.execute(db);
    expect(await value('wattle_unavailable_total', 'reason="disk-full"')).toBe(1);
  });

  it('show response times by the pattern of the route, never by the requested address [R-14] [R-58]', async () => {
    await new TestClient(app.url).fetch(`/acp-login/${margaret.shareId}?token=hunter2`);
    await new TestClient(app.url).fetch('/acp-login/%2e%2e/hunter2');
    const count = await value('wattle_http_answer_seconds_count', 'route="/acp-login/:shareId"');
    expect(count).toBeGreaterThan(0);
    const all = await read();
    for (const secret of [margaret.shareId, margaret.email, margaret.userId, 'hunter2'])
      expect(all).not.toContain(secret);
  });

  it('show whether the server is ready, and how many connections are open [R-14]', async () => {
    expect(await value('wattle_ready')).toBe(1);
    expect(await value('wattle_database_main_connections', 'state="open"')).toBeGreaterThan(0);
    expect(await value('wattle_database_emergency_connections', 'state="waited for"')).toBe(0);
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
    app.application.drain();
    expect(await value('wattle_ready')).toBe(0);
  });

  it('are served on a separate port only [R-14]', async () => {
    expect((await fetch(`${address}/`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
    const answer = await new TestClient(app.url).fetch('/metrics');
    expect(await answer.text()).not.toContain('wattle_');
  });
});
