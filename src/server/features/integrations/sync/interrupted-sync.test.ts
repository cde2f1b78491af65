import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownContext } from '../../../pipeline/own-context.ts';
import { runSync } from './run-sync.ts';
import { batchSync } from './staff-operations.ts';
import {
  clear,
  holdAfter,
  quick,
  several,
  staffContext,
  startCareHouse,
  statusOf,
  takeEvents,
  timesOf,
  workOff,
  type CareHouse,
  type Resident,
} from './sync.fixture.ts';

describe('a sync that is interrupted', () => {
  let house: CareHouse;
  beforeAll(async () => {
    house = await startCareHouse();
  }, 60_000);
  beforeEach(() => clear(house));
  afterAll(() => house.close());

  const call = (action: 'start' | 'stop' | 'retry') => batchSync.call(staffContext(house), { action });

  it('continues after a killed process: only the plan in work is sent twice, none is left out [INTEG-05, fault 20]', async () => {
    const all = await several(house, 6);
    await call('start');
    const [due] = await takeEvents<{ sync_id: string; beat: string }>(house, 'care-sync.due');
    const first = { sync_id: due!.sync_id, beat: new Date(due!.beat) };
    // The process dies after the system got the third plan, before that is recorded.
    const { residentialCare, db } = house.services;
    const real = residentialCare.sendPlan;
    let sent = 0;
    residentialCare.sendPlan = async (...args) => {
      await real(...args);
      sent += 1;
      if (sent === 3) throw new Error('killed');
    };
    await expect(runSync(ownContext(house.services), first, quick)).rejects.toThrow();
    residentialCare.sendPlan = real;
    expect(timesOf(house, all).filter((times) => times === 1)).toHaveLength(3);
    // Its job is queued again, but another process could still be alive: not before a minute without a beat.
    await expect(runSync(ownContext(house.services), first, quick)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const minuteAgo = new Date(Date.now() - 61_000);
    await db.updateTable('integration_syncs').set({ beat_at: minuteAgo }).execute();
    await db
      .updateTable('integration_links')
      .set({ sending_at: minuteAgo })
      .where('sending_at', 'is not', null)
      .execute();
    await runSync(ownContext(house.services), first, quick);
    const times = timesOf(house, all);
    expect(times.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 2]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', total: 6, done: 6, failed: 0 });
    // The queue may repeat the job once more.
    await runSync(ownContext(house.services), first, quick);
    expect(timesOf(house, all)).toEqual(times);
  });

  it('is divided between jobs of some seconds, which continue where the one before ended [INTEG-05]', async () => {
    const all = await several(house, 4);
    await call('start');
    let jobs = 0;
    for (;;) {
      const due = await takeEvents<{ sync_id: string; beat: string }>(house, 'care-sync.due');
      if (due.length === 0) break;
      jobs += 1;
      for (const { sync_id, beat } of due)
        await runSync(
          ownContext(house.services),
          { sync_id, beat: new Date(beat) },
          { ...quick, sliceMs: 25 },
        );
      if (jobs > 200) break;
    }
    expect(jobs).toBeGreaterThan(1);
    expect(timesOf(house, all)).toEqual([1, 1, 1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', done: 4 });
  });

  it('runs once when it is started twice at the same time, and two jobs of it send each plan once [INTEG-05]', async () => {
    const all = await several(house, 4);
    const starts = await Promise.allSettled([call('start'), call('start'), call('start')]);
    const refused = starts.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const one of refused)
      expect(one).toMatchObject({
        reason: { code: 'invalid', fields: [{ field: 'action', message: 'error.integration.syncRunning' }] },
      });
    const [due] = await takeEvents<{ sync_id: string; beat: string }>(house, 'care-sync.due');
    const same = { sync_id: due!.sync_id, beat: new Date(due!.beat) };
    const jobs = await Promise.allSettled(
      [1, 2, 3].map(() => runSync(ownContext(house.services), same, quick)),
    );
    expect(jobs.filter(({ status }) => status === 'fulfilled')).not.toHaveLength(0);
    expect(timesOf(house, all)).toEqual([1, 1, 1, 1]);
  });

  it('stops after the plan in work, and a retry sends the others only [INTEG-05]', async () => {
    const all = await several(house, 5);
    await call('start');
    const release = holdAfter(house, 2, () => call('stop'));
    await workOff(house);
    release();
    const { sync } = await statusOf(house);
    expect(sync).toMatchObject({ state: 'stopped', total: 5, done: 3, failed: 0 });
    expect(timesOf(house, all).filter((times) => times === 1)).toHaveLength(3);
    expect((await call('retry')).sync).toMatchObject({ id: sync!.id, state: 'running' });
    await expect(call('retry')).rejects.toMatchObject({ code: 'invalid' });
    await workOff(house);
    expect(timesOf(house, all)).toEqual([1, 1, 1, 1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', done: 5, failed: 0 });
  });

  it('ends with all open plans failed when the system goes down in the middle, and a retry sends them [INTEG-05, GAP-111]', async () => {
    const all = await several(house, 5);
    await call('start');
    const release = holdAfter(house, 2, async () => house.standIn.breakCalls('lost'));
    await workOff(house);
    release();
    const { sync, failed } = await statusOf(house);
    expect(sync).toMatchObject({ state: 'done', total: 5, done: 2, failed: 3 });
    expect(failed.map(({ failure }) => failure)).toEqual(['unreachable', 'unreachable', 'unreachable']);
    // One plan was tried, not each of the others.
    const { rows } = await house.test.pool.query(
      'select failure from provider_integrations where failed_at is not null',
    );
    expect(rows).toEqual([{ failure: 'unreachable' }]);
    house.standIn.breakCalls(null);
    await call('retry');
    await workOff(house);
    expect(timesOf(house, all)).toEqual([1, 1, 1, 1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', done: 5, failed: 0 });
    expect(
      (await house.test.pool.query('select 1 from provider_integrations where failed_at is not null')).rows,
    ).toEqual([]);
  });

  it('continues when the system was unavailable for a moment, and lists a plan that the system refuses [INTEG-05]', async () => {
    const [ann, bob, cleo] = (await several(house, 3)) as [Resident, Resident, Resident];
    house.standIn.refused.add(bob.residentId);
    await call('start');
    const release = holdAfter(house, 1, async () => {
      house.standIn.breakCalls('lost');
      setTimeout(() => house.standIn.breakCalls(null), 150);
    });
    await workOff(house, { ...quick, pausesMs: [0, 400] });
    release();
    expect(timesOf(house, [ann, cleo])).toEqual([1, 1]);
    expect(await statusOf(house)).toMatchObject({
      sync: { state: 'done', done: 2, failed: 1 },
      failed: [{ resident_id: bob.residentId, failure: 'refused' }],
    });
  });

  it('ends at once when the system no longer accepts the credentials [INTEG-05, GAP-110]', async () => {
    await several(house, 3);
    await call('start');
    house.standIn.breakCalls('unauthorised');
    const before = house.standIn.calls.length;
    await workOff(house);
    expect(house.standIn.calls.length - before).toBeLessThanOrEqual(2);
    expect((await statusOf(house)).failed.map(({ failure }) => failure)).toEqual(
      Array(3).fill('credentials'),
    );
  });
});
