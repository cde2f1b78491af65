import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { connectDatabase } from '../../../../db/connection/connect.ts';
import { importCustomerRows } from './batch-operations.ts';
import { customersOf, eventsOf, fitting, house, listOf, resultOf, start, system } from '../import.fixture.ts';
import { runImport } from './run-import.ts';

describe('an interrupted import of customers', () => {
  let test: TestServices;
  let place: Awaited<ReturnType<typeof house>>;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.deleteFrom('outbox').execute();
    await test.services.db.deleteFrom('users').where('permission_role_id', '=', 5).execute();
    place = await house(test.services);
  });

  const run = (id: string) => runImport(system(test.services), id);
  const result = (id: string) => resultOf(place.as, id);

  it('continues where a killed process stopped: no line twice, none left out, one result [fault 20]', async () => {
    const lines = Array.from({ length: 1_200 }, (_, number) => fitting(number));
    lines[100] = 'Bo,Ray,nothing,,,,';
    const id = await start(place.as, place.providerId, listOf(...lines));
    const { db } = test.services;
    // Another process whose connections end at some moment, as those of a killed process do.
    const half: number[] = [];
    /** Waits some milliseconds, or if null, until the first batch is done. */
    const moment = (after: number | null) =>
      after === null
        ? vi.waitFor(async () => expect((await result(id)).done).toBeGreaterThan(0), {
            timeout: 60_000,
            interval: 5,
          })
        : pause(after);
    for (const after of [5, 30, 80, 200, 400, null, 60, 150]) {
      const { db: dying, close } = connectDatabase({ url: `${test.url}?application_name=dying` });
      let isOver = false;
      const end = runImport(system({ ...test.services, db: dying }), id)
        .catch((error: unknown) => error)
        .finally(() => (isOver = true));
      await moment(after);
      // Its connections are opened on demand, also a moment later.
      while (!isOver) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dying'`.execute(
          db,
        );
        await pause(5);
      }
      await end;
      await close();
      const { state, done, failed } = await result(id);
      expect(await customersOf(test.services, place.providerId)).toHaveLength(done);
      if (state !== 'running') break;
      half.push(done + failed);
    }
    expect(half.every((worked) => worked % 100 === 0)).toBe(true);
    expect(half.some((worked) => worked > 0 && worked < 1_200)).toBe(true);
    await run(id);
    await run(id);
    expect(await result(id)).toMatchObject({ state: 'done', done: 1_199, failed: 1 });
    expect(await customersOf(test.services, place.providerId)).toHaveLength(1_199);
    expect(await eventsOf(test.services)).toMatchObject({
      'customer.imported': 1_199,
      'customer-import.finished': 1,
    });
  });

  it('invites each customer once when two processes run it, and when two lists name the same people [fault 20]', async () => {
    const lines = Array.from({ length: 1_100 }, (_, number) => fitting(number));
    const other = await house(test.services);
    const [one, two] = await Promise.all([
      start(place.as, place.providerId, listOf(...lines)),
      start(other.as, other.providerId, listOf(...lines.toReversed())),
    ]);
    await Promise.all([run(one), run(one), run(two), run(two)]);
    await Promise.all([run(one), run(two)]);
    const { rows } = await test.pool.query(
      'select state, total, done + failed as lines, sum(done) over () as invited from customer_imports where id = any($1)',
      [[one, two]],
    );
    const whole = { state: 'done', total: 1_100, lines: 1_100 };
    expect(rows).toMatchObject([whole, whole]);
    expect(Number(rows[0].invited)).toBe(1_100);
    expect(await eventsOf(test.services)).toMatchObject({
      'customer.imported': 1_100,
      'customer-import.finished': 2,
    });
  });

  it.each([
    [
      'the one who imports is suspended',
      () =>
        test.services.db
          .updateTable('users')
          .set({ status: 'suspended' })
          .where('id', '=', place.nurse.userId),
    ],
    [
      'the provider is archived',
      () =>
        test.services.db.updateTable('providers').set({ archived: true }).where('id', '=', place.providerId),
    ],
    [
      'the trial ends',
      () =>
        test.services.db
          .updateTable('providers')
          .set({ trial_expiry_date: '2020-01-01' })
          .where('id', '=', place.providerId),
    ],
  ])('stops with the finished lines when %s meanwhile [GAP-109] [GAP-108]', async (_, change) => {
    const lines = Array.from({ length: 700 }, (__, number) => fitting(number));
    const id = await start(place.as, place.providerId, listOf(...lines));
    const call = importCustomerRows.call.bind(importCustomerRows);
    let batches = 0;
    const original = importCustomerRows.call;
    Object.assign(importCustomerRows, {
      async call(...args: Parameters<typeof call>) {
        batches += 1;
        if (batches === 2) await change().execute();
        return call(...args);
      },
    });
    try {
      await run(id);
    } finally {
      Object.assign(importCustomerRows, { call: original });
    }
    const { rows } = await test.pool.query(
      'select state, done, failed, key_sealed from customer_imports where id = $1',
      [id],
    );
    expect(rows).toEqual([{ state: 'stopped', done: 100, failed: 0, key_sealed: null }]);
    expect(await customersOf(test.services, place.providerId)).toHaveLength(100);
  });
});
