import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, person, provider } from '../../../../../testing/people.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { batchSync, getBatchSyncStatus } from './staff-operations.ts';
import {
  clear,
  holdAfter,
  resident,
  sentOf,
  setPlan,
  several,
  staffContext,
  startCareHouse,
  statusOf,
  timesOf,
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

  it('sends signed plans with their version and date, leaves out drafts and locked plans, and sends nothing again [INTEG-01, INTEG-05, GAP-110]', async () => {
    const [ann, bob] = (await several(house, 2)) as [Resident, Resident];
    const locked = await resident(house);
    await setPlan(house, locked, { locked: true });
    const draft = await resident(house, 'draft');
    const started = await call('start');
    expect(started.sync).toMatchObject({ state: 'running', total: 3, done: 0, failed: 0 });
    await workOff(house);
    expect(timesOf(house, [ann, bob, locked, draft])).toEqual([1, 1, 0, 0]);
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: false });
    expect([...house.standIn.documents.values()][0]!.pdf.toString()).toContain('%PDF');
    expect(await statusOf(house)).toMatchObject({
      sync: { state: 'done', total: 3, done: 2, failed: 1 },
      failed: [{ resident_id: locked.residentId, customer: { id: locked.userId }, failure: 'locked' }],
    });
    await call('start');
    await workOff(house);
    expect(timesOf(house, [ann, bob])).toEqual([1, 1]);
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
    const [ann] = (await several(house, 1)) as [Resident];
    await call('start');
    const release = holdAfter(house, 0, () => setPlan(house, ann, { plan_version: 2 }));
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
    await setPlan(house, ann, { plan_version: 1 });
  });

  it('sends nothing for links removed, for customers moved to another provider, and for plans that became drafts during the run [INTEG-05, D-49]', async () => {
    const [first, ...others] = (await several(house, 4)) as [Resident, ...Resident[]];
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
    await setPlan(house, withdrawn, { status: 'draft' });
    await workOff(house);
    expect(timesOf(house, [first, unlinked, moved, withdrawn])).toEqual([1, 0, 0, 0]);
    expect(await statusOf(house)).toMatchObject({
      sync: { state: 'done', total: 2, done: 1, failed: 1 },
      failed: [{ failure: 'noPlan' }],
    });
    await setPlan(house, withdrawn, { status: 'complete' });
  });

  it('marks a sent plan as withdrawn when it is no longer complete, once [INTEG-05]', async () => {
    const [ann] = (await several(house, 1)) as [Resident];
    await call('start');
    await workOff(house);
    await setPlan(house, ann, { status: 'draft' });
    await call('start');
    await workOff(house);
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: true });
    expect((await call('start')).sync).toMatchObject({ total: 0 });
    await workOff(house);
    await setPlan(house, ann, { status: 'complete' });
    await call('start');
    await workOff(house);
    expect(sentOf(house, ann)).toEqual({ times: 2, version: 1, withdrawn: false });
  });

  it('can be started by one staff member at most sixty times in fifteen minutes, and can be stopped after that [INTEG-05]', async () => {
    const manager = await person(house.services, { role: 'provideradmin', providerId: house.providerId });
    const act = (action: 'start' | 'stop') =>
      batchSync.call(contextFor(house.services, manager.actor), { action }).then(
        ({ sync }) => sync?.state,
        ({ code }: { code: string }) => code,
      );
    expect(await act('start')).toBe('running');
    for (let count = 1; count < 60; count += 1) expect(await act('start')).toBe('invalid');
    expect(await act('start')).toBe('rate-limited');
    expect(await act('stop')).toBe('stopped');
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
