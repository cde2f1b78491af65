import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PersonActor } from '../../../src/domain/access/actors.ts';
import { operations } from '../../../src/server/features.ts';
import { archiveCustomer } from '../../../src/server/features/customers/actions/status-operations.ts';
import { getCustomers } from '../../../src/server/features/customers/list/operations.ts';
import { exportCompanyReport } from '../../../src/server/features/reports/company/operations.ts';
import type { Context } from '../../../src/server/pipeline/context.ts';
import { TestClient } from '../../client.ts';
import { createTestDatabase } from '../../database/database.ts';
import { contextFor, person, provider, type TestPerson } from '../../people.ts';
import { startApp, type TestApp } from '../../start-app.ts';
import { caughtUp, startReplicaApps, type ReplicaApps } from './replica-apps.ts';

const text = 'query { getCustomers { data { id } } }';

/** Maximum time, in milliseconds, in which a list is read from the primary when the replica fails. It allows for a busy machine. */
const boundMs = 3_000;

const countsOf = ({ services }: TestApp) => ({ ...services.replica!.listCounts() });

/** Reads the rows of an export to their end. */
async function allOf(answer: unknown): Promise<unknown> {
  if (answer === null || typeof answer !== 'object' || !(Symbol.asyncIterator in answer)) return answer;
  const batches: unknown[] = [];
  for await (const rows of answer as AsyncIterable<unknown>) batches.push(rows);
  return batches;
}

describe.runIf(process.platform === 'linux')('lists, reports and exports with a replica', () => {
  let all: ReplicaApps;
  let app: TestApp;
  let other: TestApp;
  let house: string;
  let nurse: TestPerson;
  let admin: PersonActor;

  beforeAll(async () => {
    all = await startReplicaApps(2);
    [app, other] = all.apps as [TestApp, TestApp];
    house = await provider(app.services, 'Banksia House');
    nurse = await person(app.services, { role: 'provideradmin', providerId: house });
    admin = (await person(app.services, { role: 'admin' })).actor;
    for (let made = 0; made < 3; made += 1) await person(app.services, { providerId: house });
  }, 120_000);
  afterAll(() => all.close(), 60_000);

  /** Waits until every process reads lists from the replica. */
  async function ready(): Promise<void> {
    await all.ready();
    for (const { services } of all.apps)
      await expect
        .poll(
          async () => {
            const before = services.replica!.listCounts().replica;
            await getCustomers.call(contextFor(services, nurse.actor), {});
            return services.replica!.listCounts().replica - before;
          },
          { timeout: 30_000 },
        )
        .toBe(1);
  }

  const context = ({ services }: TestApp, actor: PersonActor = nurse.actor): Context =>
    contextFor(services, actor);
  const listed = async (at: TestApp, actor?: PersonActor) =>
    (await getCustomers.call(context(at, actor), {})).data.map(({ id }) => id);
  const pause = () => all.pair.replica.asAdmin('select pg_wal_replay_pause()');
  const resume = () => all.pair.replica.asAdmin('select pg_wal_replay_resume()');

  const declared = operations.filter(({ reads }) => reads === 'replica');

  it('return the same from the replica as from the primary where declared, with their audit row in the primary [C-01]', async () => {
    await ready();
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter(({ kind }) => kind === 'write')).toEqual([]);
    for (const each of declared) {
      // A busy machine may delay the replica.
      await ready();
      const before = countsOf(app);
      const trail = await app.services.db.selectFrom('audit_log').select('seq').execute();
      const from = await allOf(await each.call(context(app, admin), {}));
      expect([each.name, countsOf(app)]).toEqual([each.name, { ...before, replica: before.replica + 1 }]);
      const after = await app.services.db.selectFrom('audit_log').select('seq').execute();
      expect([each.name, after.length - trail.length]).toEqual([each.name, each.kind === 'export' ? 1 : 0]);
      const primary = { ...context(app, admin), services: { ...app.services, replica: undefined } };
      expect([each.name, await allOf(await each.call(primary, {}))]).toEqual([each.name, from]);
    }
    const queries = await all.pair.replica.asAdmin<{ query: string }>(
      `select query from pg_stat_activity where query like '%customer_list%' and pid <> pg_backend_pid()`,
    );
    expect(queries.length).toBeGreaterThan(0);
    expect(await app.application.metrics.text()).toMatch(
      /wattle_replica_lists_total\{outcome="replica"\} [1-9]/,
    );
  }, 60_000);

  it('a resident whom staff archive at one process is not in their list at another, while the replica lacks the change [C-01]', async () => {
    const { userId } = await person(app.services, { providerId: house });
    await ready();
    expect(await listed(other)).toContain(userId);
    await caughtUp(all.pair);
    await pause();
    onTestFinished(async () => void (await resume()));
    await archiveCustomer.call(context(app, admin), { user_id: userId });
    for (const each of [other, app]) {
      const before = countsOf(each);
      const from = performance.now();
      expect(await listed(each, admin)).not.toContain(userId);
      expect(performance.now() - from).toBeLessThan(boundMs);
      expect(countsOf(each).replica).toBe(before.replica);
    }
    await resume();
    await ready();
    expect(await listed(other)).not.toContain(userId);
  }, 60_000);

  it('a permission that was removed, by role or by house, gives no access through a replica that lacks the change [C-01] [security 1]', async () => {
    const branch = await provider(app.services, 'Banksia North', house);
    const resident = await person(app.services, { providerId: branch });
    const reader = await person(app.services, { role: 'providerview', providerId: house });
    const client = new TestClient(other.url);
    await client.signIn(reader.email, reader.password);
    await ready();
    const list = async () => {
      const { data, errors } = await client.graphql(text);
      return errors ? errors[0].extensions.code : data.getCustomers.data.map(({ id }: { id: string }) => id);
    };
    expect(await list()).toContain(resident.userId);
    await caughtUp(all.pair);
    await pause();
    onTestFinished(async () => void (await resume()));
    const { db } = app.services;
    await db.updateTable('users').set({ provider_id: null }).where('id', '=', resident.userId).execute();
    expect(await list()).not.toContain(resident.userId);
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', reader.userId).execute();
    expect(await list()).toBe('unauthenticated');
    await resume();
  }, 60_000);

  it('an export continues on the primary when the replica ends in the middle, each row once [C-01]', async () => {
    await app.application.pool.query(
      `insert into providers (id, name, path, provider_root_id)
       select id, 'House ' || n, array[id], id
       from (select gen_random_uuid() as id, n from generate_series(1, 1200) n) made`,
    );
    await ready();
    const before = countsOf(app);
    const batches = (await exportCompanyReport.call(context(app, admin), {})) as AsyncIterable<
      readonly { id: string }[]
    >;
    const ids: string[] = [];
    for await (const rows of batches) {
      if (ids.length === 0) await all.pair.replica.stop('at once');
      ids.push(...rows.map(({ id }) => id));
    }
    expect(ids.length).toBeGreaterThanOrEqual(1_200);
    expect(new Set(ids).size).toBe(ids.length);
    expect(countsOf(app)).toMatchObject({ replica: before.replica + 1, failed: before.failed + 1 });
    expect(all.lines.join('\n')).toMatch(
      /A list or report is read from the primary: the replica failed \(.+\)\./,
    );
    const from = performance.now();
    expect(await listed(app)).not.toEqual([]);
    expect(performance.now() - from).toBeLessThan(boundMs);
    await all.pair.replica.start();
    await ready();
  }, 60_000);

  it('a frozen replica delays an export once, by the timeout of a statement [C-01]', async () => {
    await ready();
    const batches = (await exportCompanyReport.call(context(app, admin), {})) as AsyncGenerator;
    await batches.next();
    all.pair.replica.freeze();
    onTestFinished(() => all.pair.replica.thaw());
    const began = performance.now();
    expect((await batches.next()).done).toBe(false);
    expect(performance.now() - began).toBeLessThan(6_000);
    const from = performance.now();
    expect((await batches.next()).done).toBe(false);
    expect(await listed(app)).not.toEqual([]);
    expect(performance.now() - from).toBeLessThan(boundMs);
  }, 60_000);

  it('a frozen replica delays a list for less than three seconds [C-01]', async () => {
    all.pair.replica.thaw();
    await ready();
    all.pair.replica.freeze();
    onTestFinished(() => all.pair.replica.thaw());
    const took: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const from = performance.now();
      expect(await listed(app)).not.toEqual([]);
      took.push(performance.now() - from);
    }
    expect(Math.max(...took)).toBeLessThan(boundMs);
    await expect.poll(() => app.services.replica!.facts().problem, { timeout: 10_000 }).toBe('unreachable');
  }, 60_000);

  it('a lagging replica is not read; this is logged once, and so is its recovery [C-01]', async () => {
    await ready();
    await caughtUp(all.pair);
    await pause();
    onTestFinished(async () => void (await resume()));
    const late = 'Lists and reports are read from the primary: the replica lags by more than five seconds.';
    const back = 'Lists and reports are read from the replica again.';
    const count = (line: string) => all.lines.filter((each) => each === line).length;
    const [lates, backs] = [count(late), count(back)];
    await person(app.services, { providerId: house });
    await expect.poll(() => count(late) - lates, { timeout: 20_000 }).toBe(2);
    const before = countsOf(app);
    expect(await listed(app)).not.toEqual([]);
    expect(countsOf(app)).toEqual({ ...before, unusable: before.unusable + 1 });
    await resume();
    await ready();
    await expect.poll(() => count(back) - backs).toBe(2);
  }, 60_000);
});

describe('a server with a replica of another database', () => {
  it('reads lists from the primary [C-01]', async () => {
    const another = await createTestDatabase();
    onTestFinished(() => another.drop());
    const app = await startApp({ env: { DATABASE_REPLICA_URL: another.url, SERVER_PROCESSES: '1' } });
    onTestFinished(() => app.close());
    await expect.poll(() => app.services.replica!.facts().problem).toBe('other-database');
    const admin = await person(app.services, { role: 'admin' });
    const who = await person(app.services);
    const { data } = await getCustomers.call(contextFor(app.services, admin.actor), {});
    expect(data.map(({ id }) => id)).toContain(who.userId);
    expect(countsOf(app)).toEqual({ replica: 0, unusable: 1, behind: 0, failed: 0 });
  });
});
