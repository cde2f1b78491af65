import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../testing/processes/free-port.ts';
import { contextFor, person, provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { TestClient } from '../../../../testing/client.ts';
import type { Context } from '../../pipeline/context.ts';
import type { ReplicaFacts } from '../../db/replica/replica-facts.ts';
import { assessReplica } from './assess.ts';
import { systemStatus } from './operations.ts';

let app: TestApp;
let silent: Server;
let admin: Context;

beforeAll(async () => {
  // Accepts connections, and never answers.
  silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  app = await startApp({
    env: {
      SMTP_URL: `smtp://wattle:hunter2@127.0.0.1:${await freePort()}`,
      CLAMD_ADDRESS: `127.0.0.1:${port}`,
    },
  });
  app.application.watchServices();
  admin = contextFor(app.services, (await person(app.services, { role: 'admin' })).actor);
});
afterAll(async () => {
  await app.close();
  silent.close();
});

const read = (context = admin) => systemStatus.call(context, {});

async function part(name: string, context = admin) {
  const { parts } = await read(context);
  const found = parts.find((each) => each.name === name);
  expect(found).toBeDefined();
  return found!;
}

/** Returns a context whose server has other facts. */
const seeing = (facts: Partial<NonNullable<Context['services']['state']>>): Context => ({
  ...admin,
  services: { ...admin.services, state: { ...admin.services.state!, ...facts } },
});

describe('the status of the system', () => {
  it('says since when the mail server is down, and what kind of fault it is [S-86]', async () => {
    const before = Date.now();
    await vi.waitFor(async () =>
      expect(await part('mail')).toMatchObject({ state: 'failing', problem: 'away' }),
    );
    const { since, last_success } = await part('mail');
    expect(Math.abs(since!.getTime() - before)).toBeLessThan(20_000);
    expect(last_success).toBeNull();
    expect((await part('mail')).since).toEqual(since);
  });

  it('shows a scanner that accepts connections and gives no verdict as away [S-86]', async () => {
    await vi.waitFor(
      async () => expect(await part('scanner')).toMatchObject({ state: 'failing', problem: 'away' }),
      { timeout: 15_000, interval: 200 },
    );
  }, 20_000);

  it('shows the same services as the metrics, and the database as ready as /readyz [S-86] [R-14]', async () => {
    await vi.waitFor(async () => expect(await part('files')).toMatchObject({ state: 'works' }));
    expect((await part('files')).last_success).toBeInstanceOf(Date);
    const text = await app.application.metrics.text();
    expect(text).toContain('wattle_service_up{service="mail"} 0');
    expect(text).toContain('wattle_service_up{service="files"} 1');
    expect(await part('database')).toMatchObject({ state: 'works', problem: null });
    expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({ ok: true, database: 'ok' });
    const readOnly = seeing({ readiness: async () => ({ ok: true, database: 'read-only' }) });
    expect(await part('database', readOnly)).toMatchObject({ state: 'failing', problem: 'read_only' });
    const schema = seeing({ readiness: async () => ({ ok: false, reason: 'schema' }) });
    expect(await part('database', schema)).toMatchObject({ state: 'failing', problem: 'schema' });
    expect(await part('database', seeing({ isInUse: () => false }))).toMatchObject({ problem: 'copy' });
  });

  it('shows the replica where there is one, and why it is not used [C-01]', async () => {
    const { parts } = await read();
    expect(parts.map(({ name }) => name)).not.toContain('replica');
    const lastAnswer = new Date();
    const of = (problem: ReplicaFacts['problem']) =>
      assessReplica({ problem, lastAnswer, lagMs: null, servingSince: null });
    expect(of(null)).toMatchObject({ state: 'works', last_success: lastAnswer });
    expect(of('unknown')).toMatchObject({ state: 'waiting' });
    expect(of('unreachable')).toMatchObject({ state: 'failing', problem: 'away' });
    expect(of('is-primary')).toMatchObject({ state: 'failing', problem: 'not_replica' });
    expect(of('other-database')).toMatchObject({ state: 'failing', problem: 'not_replica' });
    expect(of('behind')).toMatchObject({ state: 'failing', problem: 'late' });
  });

  it('shows a service whose last call failed although the service responds, until a call succeeds [S-87]', async () => {
    const since = new Date();
    const failure = { since, kind: 'certificate' } as const;
    const failed = seeing({ handOvers: () => [{ service: 'payment', lastSuccess: null, failure }] });
    expect(await part('payments', failed)).toMatchObject({ state: 'failing', problem: 'certificate', since });
    const worked = seeing({ handOvers: () => [{ service: 'payment', lastSuccess: since, failure: null }] });
    expect(await part('payments', worked)).toMatchObject({ state: 'stand_in', last_success: since });
    expect(await part('texts')).toMatchObject({ state: 'stand_in' });
  });

  it('names a nightly job that did not run, one that failed, and their last runs [fault 17]', async () => {
    const { db, pool } = { db: app.services.db, pool: app.application.pool };
    await vi.waitFor(async () => {
      const { nightly } = await read();
      expect(nightly!.length).toBeGreaterThan(10);
      expect(nightly!.every(({ state }) => state === 'done')).toBe(true);
    }, 10_000);
    expect(await part('nightly')).toMatchObject({ state: 'works' });
    const lastRun = new Date(Date.now() - 3 * 86_400_000);
    await db
      .updateTable('nights')
      .set({ done_at: lastRun, last_done_at: lastRun })
      .where('task', '=', 'clean-up')
      .execute();
    await pool.query("update nights set night = night - 3 where task = 'clean-up'");
    const late = await read();
    expect(late.nightly!.find(({ name }) => name === 'clean-up')).toMatchObject({
      state: 'late',
      last_run: lastRun,
    });
    expect(await part('nightly')).toMatchObject({ state: 'failing', problem: 'late' });
    await pool.query("update nights set done_at = null, failed_at = now() where task = 'wishes'");
    expect(await part('nightly')).toMatchObject({ state: 'failing', problem: 'failed' });
    expect((await part('nightly')).since).toBeInstanceOf(Date);
    await pool.query('delete from nights where task = $1', ['summaries']);
    expect((await read()).nightly!.find(({ name }) => name === 'summaries')).toMatchObject({
      state: 'late',
      last_run: null,
    });
  });

  it('shows a broken chain of the audit trail, and a check that is missing [D-17]', async () => {
    const { db } = app.services;
    await db.deleteFrom('audit_checks').execute();
    expect(await part('audit')).toMatchObject({ state: 'waiting' });
    const check = (checked_at: Date, broken_chains: number) =>
      db
        .insertInto('audit_checks')
        .values({ started_at: checked_at, checked_at, entries: 7, broken_chains })
        .execute();
    await check(new Date(Date.now() - 3 * 86_400_000), 0);
    expect(await part('audit')).toMatchObject({ state: 'failing', problem: 'late' });
    await check(new Date(), 0);
    expect(await part('audit')).toMatchObject({ state: 'works' });
    await check(new Date(), 2);
    expect(await part('audit')).toMatchObject({ state: 'failing', problem: 'broken' });
    expect((await read()).audit).toMatchObject({ broken_chains: 2, entries: 7 });
  });

  it('shows the age of the oldest waiting job and jobs that were given up, by queue [R-14]', async () => {
    await app.application.pool.query(
      `insert into jobs.job (name, data, created_on, start_after)
       values ('exports', '{}', now() - interval '2 hours', now() + interval '1 hour')`,
    );
    const { queues } = await read();
    expect(queues!.find(({ name }) => name === 'exports')!.oldestSeconds).toBeGreaterThan(7_199);
    expect(await part('queues')).toMatchObject({ state: 'failing', problem: 'stuck' });
    await app.application.pool.query("delete from jobs.job where name = 'exports'");
    const queue = { name: 'mails', waiting: 0, givenUp: 1, oldestSeconds: 0 };
    expect(await part('queues', seeing({ queues: async () => [queue] }))).toMatchObject({
      state: 'failing',
      problem: 'given_up',
    });
  });

  it('shows since when PDFs cannot be made [S-86]', async () => {
    const failingSince = new Date();
    const lost = seeing({ pdf: () => ({ lastMade: null, failingSince, waiting: 3 }) });
    expect(await part('pdf', lost)).toMatchObject({ state: 'failing', problem: 'lost', since: failingSince });
  });

  it('answers with every other fact if some cannot be read or never come [S-86]', async () => {
    const started = performance.now();
    const { parts, queues } = await read(
      seeing({
        queues: () => Promise.reject(new Error('no')),
        readiness: () => new Promise(() => {}),
      }),
    );
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(queues).toBeNull();
    const states = new Map(parts.map(({ name, state }) => [name, state]));
    expect([states.get('queues'), states.get('database')]).toEqual(['unknown', 'unknown']);
    expect(states.get('files')).toBe('works');
  });

  it('is refused to everyone except administrators of the platform [security 2]', async () => {
    const house = await provider(app.services, 'Banksia House');
    for (const spec of [
      { role: 'sysadmin' },
      { role: 'provideradmin', providerId: house },
      { role: 'providerview', providerId: house },
      {},
    ] as const) {
      const { actor } = await person(app.services, spec);
      await expect(read(contextFor(app.services, actor))).rejects.toMatchObject({ code: 'forbidden' });
    }
    const tlc = await person(app.services, { role: 'tlcadmin' });
    expect((await read(contextFor(app.services, tlc.actor))).parts).toHaveLength(10);
    const answer = await new TestClient(app.url).graphql('{ systemStatus { at } }');
    expect(JSON.stringify(answer)).toContain('unauthenticated');
  });
});
