import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, person, provider } from '../../../../../testing/people.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { runSync } from './run-sync.ts';
import { batchSync, getBatchSyncStatus } from './staff-operations.ts';
import {
  clear,
  quick,
  resident,
  sentOf,
  staffContext,
  startCareHouse,
  statusOf,
  takeEvents,
  workOff,
  type CareHouse,
  type Resident,
} from './sync.fixture.ts';

describe('the sync of plans with a residential-care system', () => {
  let house: CareHouse;
  beforeAll(async () => {
    house = await startCareHouse();
  }, 60_000);
  beforeEach(() => clear(house));
  afterAll(() => house.close());

  const call = (action: 'start' | 'stop' | 'retry') => batchSync.call(staffContext(house), { action });
  const several = async (count: number): Promise<Resident[]> => {
    const made: Resident[] = [];
    for (let number = 0; number < count; number += 1) made.push(await resident(house));
    return made;
  };
  const timesOf = (residents: readonly Resident[]) => residents.map((one) => sentOf(house, one)?.times ?? 0);
  const setPlan = (one: Resident, change: object) =>
    house.services.db.updateTable('acps').set(change).where('id', '=', one.acpId).execute();
  /** Runs something when a plan is about to be sent after `count` others. Returns the end of that. */
  function holdAfter(count: number, during: () => Promise<unknown>) {
    const { residentialCare } = house.services;
    const real = residentialCare.sendPlan;
    let sent = 0;
    residentialCare.sendPlan = async (...args) => {
      sent += 1;
      if (sent === count + 1) await during();
      return real(...args);
    };
    return () => void (residentialCare.sendPlan = real);
  }

  it('sends signed plans with their version and date, leaves out drafts and locked plans, and sends nothing again [INTEG-01, INTEG-05, GAP-110]', async () => {
    const [ann, bob] = (await several(2)) as [Resident, Resident];
    const locked = await resident(house);
    await setPlan(locked, { locked: true });
    const draft = await resident(house, 'draft');
    const started = await call('start');
    expect(started.sync).toMatchObject({ state: 'running', total: 3, done: 0, failed: 0 });
    await workOff(house);
    expect(timesOf([ann, bob, locked, draft])).toEqual([1, 1, 0, 0]);
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: false });
    expect([...house.standIn.documents.values()][0]!.pdf.toString()).toContain('%PDF');
    expect(await statusOf(house)).toMatchObject({
      sync: { state: 'done', total: 3, done: 2, failed: 1 },
      failed: [{ resident_id: locked.residentId, customer: { id: locked.userId }, failure: 'locked' }],
    });
    await call('start');
    await workOff(house);
    expect(timesOf([ann, bob])).toEqual([1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ done: 2, failed: 1 });
    const trail = await house.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('chain', '=', ann.userId)
      .where('action', '=', 'sendSyncLine')
      .execute();
    expect(trail.map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ step: 'send', plan_version: 1, failure: null }),
    );
    expect((await verifyAudit(house.services.db, house.services.secrets)).faults).toEqual([]);
  });

  it('sends a changed plan again, also one that changes while it is being sent [INTEG-05]', async () => {
    const [ann] = (await several(1)) as [Resident];
    await call('start');
    const release = holdAfter(0, () => setPlan(ann, { plan_version: 2 }));
    await workOff(house);
    release();
    // The version that was sent is recorded, not the newer one.
    expect(sentOf(house, ann)).toMatchObject({ version: 1 });
    const { sent_version } = await house.services.db
      .selectFrom('integration_links')
      .select('sent_version')
      .where('id', '=', ann.linkId)
      .executeTakeFirstOrThrow();
    expect(sent_version).toBe(1);
    await setPlan(ann, { plan_version: 1 });
  });

  it('continues after a killed process: only the plan in work is sent twice, none is left out [INTEG-05, fault 20]', async () => {
    const all = await several(6);
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
    expect(timesOf(all).filter((times) => times === 1)).toHaveLength(3);
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
    const times = timesOf(all);
    expect(times.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 2]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', total: 6, done: 6, failed: 0 });
    // The queue may repeat the job once more.
    await runSync(ownContext(house.services), first, quick);
    expect(timesOf(all)).toEqual(times);
  });

  it('is divided between jobs of some seconds, which continue where the one before ended [INTEG-05]', async () => {
    const all = await several(4);
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
    expect(timesOf(all)).toEqual([1, 1, 1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', done: 4 });
  });

  it('runs once when it is started twice at the same time, and two jobs of it send each plan once [INTEG-05]', async () => {
    const all = await several(4);
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
    expect(timesOf(all)).toEqual([1, 1, 1, 1]);
  });

  it('stops after the plan in work, and a retry sends the others only [INTEG-05]', async () => {
    const all = await several(5);
    await call('start');
    const release = holdAfter(2, () => call('stop'));
    await workOff(house);
    release();
    const { sync } = await statusOf(house);
    expect(sync).toMatchObject({ state: 'stopped', total: 5, done: 3, failed: 0 });
    expect(timesOf(all).filter((times) => times === 1)).toHaveLength(3);
    expect((await call('retry')).sync).toMatchObject({ id: sync!.id, state: 'running' });
    await expect(call('retry')).rejects.toMatchObject({ code: 'invalid' });
    await workOff(house);
    expect(timesOf(all)).toEqual([1, 1, 1, 1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', done: 5, failed: 0 });
  });

  it('ends with all open plans failed when the system goes down in the middle, and a retry sends them [INTEG-05, GAP-111]', async () => {
    const all = await several(5);
    await call('start');
    const release = holdAfter(2, async () => house.standIn.breakCalls('lost'));
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
    expect(timesOf(all)).toEqual([1, 1, 1, 1, 1]);
    expect((await statusOf(house)).sync).toMatchObject({ state: 'done', done: 5, failed: 0 });
    expect(
      (await house.test.pool.query('select 1 from provider_integrations where failed_at is not null')).rows,
    ).toEqual([]);
  });

  it('continues when the system was away for a moment, and lists a plan that the system refuses [INTEG-05]', async () => {
    const [ann, bob, cleo] = (await several(3)) as [Resident, Resident, Resident];
    house.standIn.refused.add(bob.residentId);
    await call('start');
    const release = holdAfter(1, async () => {
      house.standIn.breakCalls('lost');
      setTimeout(() => house.standIn.breakCalls(null), 150);
    });
    await workOff(house, { ...quick, pausesMs: [0, 400] });
    release();
    expect(timesOf([ann, cleo])).toEqual([1, 1]);
    expect(await statusOf(house)).toMatchObject({
      sync: { state: 'done', done: 2, failed: 1 },
      failed: [{ resident_id: bob.residentId, failure: 'refused' }],
    });
  });

  it('ends at once when the system no longer accepts the credentials [INTEG-05, GAP-110]', async () => {
    await several(3);
    await call('start');
    house.standIn.breakCalls('unauthorised');
    const before = house.standIn.calls.length;
    await workOff(house);
    expect(house.standIn.calls.length - before).toBeLessThanOrEqual(2);
    expect((await statusOf(house)).failed.map(({ failure }) => failure)).toEqual(
      Array(3).fill('credentials'),
    );
  });

  it('sends nothing for links removed, for customers moved to another provider, and for plans that became drafts during the run [INTEG-05, D-49]', async () => {
    const [first, ...others] = (await several(4)) as [Resident, ...Resident[]];
    const [unlinked, moved, withdrawn] = others as [Resident, Resident, Resident];
    void first;
    await call('start');
    const { db } = house.services;
    await db
      .updateTable('integration_links')
      .set({ unlinked_at: new Date() })
      .where('id', '=', unlinked.linkId)
      .execute();
    await db.updateTable('users').set({ provider_id: null }).where('id', '=', moved.userId).execute();
    await setPlan(withdrawn, { status: 'draft' });
    await workOff(house);
    expect(timesOf([first, unlinked, moved, withdrawn])).toEqual([1, 0, 0, 0]);
    expect(await statusOf(house)).toMatchObject({
      sync: { state: 'done', total: 2, done: 1, failed: 1 },
      failed: [{ failure: 'noPlan' }],
    });
    await setPlan(withdrawn, { status: 'complete' });
  });

  it('marks a sent plan as withdrawn when it is no longer complete, once [INTEG-05]', async () => {
    const [ann] = (await several(1)) as [Resident];
    await call('start');
    await workOff(house);
    await setPlan(ann, { status: 'draft' });
    await call('start');
    await workOff(house);
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: true });
    expect((await call('start')).sync).toMatchObject({ total: 0 });
    await workOff(house);
    await setPlan(ann, { status: 'complete' });
    await call('start');
    await workOff(house);
    expect(sentOf(house, ann)).toEqual({ times: 2, version: 1, withdrawn: false });
  });

  it('leaves the connection of another provider alone, and refuses its staff [GAP-110, D-46]', async () => {
    const other = await startOther();
    await expect(
      batchSync.call(other.context, { action: 'start', provider_id: house.providerId }),
    ).rejects.toMatchObject({ code: 'not-found' });
    await expect(
      getBatchSyncStatus.call(other.context, { provider_id: house.providerId }),
    ).rejects.toMatchObject({ code: 'not-found' });
    await expect(batchSync.call(other.context, { action: 'start' })).rejects.toMatchObject({
      fields: [{ field: 'provider_id', message: 'error.integration.notConnected' }],
    });
    expect(await getBatchSyncStatus.call(other.context, {})).toEqual({ sync: null, failed: [] });
  });

  async function startOther() {
    const providerId = await provider(house.services, 'Correa Lodge');
    const manager = await person(house.services, { role: 'provideradmin', providerId });
    return { context: contextFor(house.services, manager.actor) };
  }
});
