import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobContext } from '../../../jobs/task.ts';
import { contextFor, person } from '../../../../../testing/people.ts';
import { carryOutRequests } from '../../privacy/nightly.ts';
import { announceSyncResult, sendChangedPlan, sendPlanAgain, withdrawDeleted } from '../jobs.ts';
import { hasPlansDue } from '../sync/sync-store.ts';
import { syncNightly } from '../sync/nightly-sync.ts';
import { batchSync, syncAcp } from '../sync/staff-operations.ts';
import {
  clear,
  link,
  resident,
  sentOf,
  staffContext,
  startCareHouse,
  takeEvents,
  workOff,
  type CareHouse,
  type Resident,
} from '../sync/sync.fixture.ts';
import { updateAnswers } from '../../acp/operations.ts';
import { takeLease } from './sending-store.ts';

type Again = { link_id: string; failures: number; not_before: string };

describe('a plan of a linked resident', () => {
  let house: CareHouse;
  let ann: Resident;
  beforeAll(async () => {
    house = await startCareHouse();
  }, 60_000);
  beforeEach(async () => {
    await clear(house);
    ann = await resident(house);
    await house.services.db.deleteFrom('outbox').execute();
  });
  afterAll(() => house.close());

  const job = (): JobContext => ({
    services: house.services,
    mailer: { send: () => Promise.reject(new Error('no mail')), close: async () => {} },
    log: () => {},
    jobId: crypto.randomUUID(),
    at: new Date(),
  });
  const changed = (userId = ann.userId) => sendChangedPlan({ user_id: userId }, job());
  const setPlan = (change: object) =>
    house.services.db.updateTable('acps').set(change).where('id', '=', ann.acpId).execute();
  const linkOf = () =>
    house.services.db
      .selectFrom('integration_links')
      .selectAll()
      .where('id', '=', ann.linkId)
      .executeTakeFirstOrThrow();
  const send = (residentId = ann.residentId) =>
    syncAcp.call(staffContext(house), { resident_id: residentId });

  it('is sent when it is signed and again when it is changed, and its save causes that [INTEG-01, INTEG-05]', async () => {
    const bea = await person(house.services, { providerId: house.providerId });
    await link(house.services, {
      integrationId: house.integrationId,
      residentId: 'R-bea',
      userId: bea.userId,
    });
    await changed(bea.userId);
    expect(house.standIn.documents.size).toBe(0);
    await changed();
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: false });
    const plan = await house.services.db
      .selectFrom('acps')
      .select('version')
      .where('id', '=', ann.acpId)
      .executeTakeFirstOrThrow();
    await updateAnswers.call(contextFor(house.services, ann.actor), {
      ...{ id: ann.acpId, version: plan.version, status: 'complete' },
      answers: { hasHelp: 'No' },
      confirmed: ['hasHelp', 'helperName'],
    });
    const updated = await takeEvents<{ user_id: string }>(house, 'acp.updated');
    expect(updated).toMatchObject([{ user_id: ann.userId }]);
    await changed();
    await changed();
    expect(sentOf(house, ann)).toEqual({ times: 2, version: 2, withdrawn: false });
  });

  it('is not sent while it is locked, and not without a link [INTEG-05, LOCK-02]', async () => {
    await setPlan({ locked: true });
    await changed();
    await changed(house.manager.userId);
    expect(house.standIn.documents.size).toBe(0);
    expect((await send()).plan).toMatchObject({ state: 'locked', sent_at: null });
    expect(house.standIn.documents.size).toBe(0);
    await setPlan({ locked: false });
    await changed();
    expect(sentOf(house, ann)).toMatchObject({ times: 1 });
  });

  it('is withdrawn when its record is archived as a duplicate, is not sent again, and is sent after an undo [N-13, INTEG-05]', async () => {
    await changed();
    const kept = await person(house.services, { providerId: house.providerId });
    const links = house.services.db;
    await links
      .insertInto('duplicate_links')
      .values({ archived_id: ann.userId, kept_id: kept.userId, linked_at: new Date() })
      .execute();
    expect(await hasPlansDue(house.services.db as never, house.integrationId)).toBe(true);
    await changed();
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: true });
    await setPlan({ plan_version: 2 });
    await changed();
    expect((await send()).plan).toMatchObject({ state: 'withdrawn', version: 1 });
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: true });
    expect(await hasPlansDue(house.services.db as never, house.integrationId)).toBe(false);
    await links.deleteFrom('duplicate_links').where('archived_id', '=', ann.userId).execute();
    await changed();
    expect(sentOf(house, ann)).toEqual({ times: 2, version: 2, withdrawn: false });
    await setPlan({ plan_version: 1 });
  });

  it('is tried again after one, five and more minutes while the system is unavailable, then left to the nightly job [INTEG-05]', async () => {
    house.standIn.breakCalls('lost');
    await changed();
    const minutes: number[] = [];
    for (;;) {
      const [again] = await takeEvents<Again>(house, 'care-plan.due');
      if (!again) break;
      minutes.push(Math.round((Date.parse(again.not_before) - Date.now()) / 60_000));
      await sendPlanAgain({ ...again }, job());
    }
    expect(minutes).toEqual([1, 5, 15, 60, 240]);
    expect(await linkOf()).toMatchObject({ failure: 'unreachable', sent_version: null });
    house.standIn.breakCalls(null);
    await syncNightly(house.services, () => {});
    await workOff(house);
    expect(sentOf(house, ann)).toMatchObject({ times: 1, version: 1 });
    expect(await linkOf()).toMatchObject({ failure: null, sent_version: 1, sending_at: null });
    // No plan is due at the next nightly run, so it starts no sync.
    await syncNightly(house.services, () => {});
    expect(await takeEvents(house, 'care-sync.due')).toEqual([]);
  });

  it('is sent by one sender at a time, and again after a sender that died [INTEG-05, fault 20]', async () => {
    await changed();
    await setPlan({ plan_version: 2 });
    const lease = await takeLease(house.services.db, ann.linkId);
    expect(lease).toMatchObject({ isUnsure: false });
    await expect(changed()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(send()).rejects.toMatchObject({ code: 'unavailable' });
    expect(sentOf(house, ann)).toMatchObject({ times: 1 });
    await setPlan({ plan_version: 1 });
    await house.services.db
      .updateTable('integration_links')
      .set({ sending_at: new Date(Date.now() - 61_000) })
      .where('id', '=', ann.linkId)
      .execute();
    // The dead sender may have sent something else, so the version of before is sent again.
    await changed();
    expect(sentOf(house, ann)).toMatchObject({ times: 2, version: 1 });
  });

  it('is sent at once by staff, who see why it was not sent [INTEG-05, GAP-110]', async () => {
    expect((await send()).plan).toEqual({
      ...{ state: 'same', version: 1, failure: null },
      sent_at: expect.stringMatching(/^\d{4}-/),
    });
    await setPlan({ plan_version: 2 });
    house.standIn.refused.add(ann.residentId);
    expect((await send()).plan).toMatchObject({ state: 'failed', failure: 'refused', version: 1 });
    house.standIn.refused.clear();
    house.standIn.breakCalls('unauthorised');
    expect((await send()).plan).toMatchObject({ state: 'failed', failure: 'credentials' });
    house.standIn.breakCalls(null);
    expect((await send()).plan).toMatchObject({ state: 'same', version: 2 });
    await expect(send('R-unknown')).rejects.toMatchObject({ code: 'not-found' });
    const trail = await house.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'syncAcp')
      .where('chain', '=', ann.userId)
      .execute();
    expect(
      trail.map(({ details }) => String((details as { failure: string | null }).failure)).sort(),
    ).toEqual(['credentials', 'null', 'null', 'refused']);
    await setPlan({ plan_version: 1 });
  });

  it('is not sent when its PDF cannot be made, which is no failure of the connection [INTEG-05]', async () => {
    const { makePdf } = house.services;
    house.services.makePdf = () => Promise.reject(new Error('A document could not be set'));
    expect((await send()).plan).toMatchObject({ state: 'failed', failure: 'unexpected' });
    house.services.makePdf = makePdf;
    const { rows } = await house.test.pool.query(
      'select 1 from provider_integrations where failed_at is not null',
    );
    expect(rows).toEqual([]);
  });

  it('is marked as withdrawn there when the account is deleted, also if the system is unavailable then [INTEG-05, D-19]', async () => {
    await changed();
    const { db } = house.services;
    await db
      .updateTable('users')
      .set({ delete_on: '2020-01-01', deletion_requested_at: new Date() })
      .where('id', '=', ann.userId)
      .execute();
    await carryOutRequests(house.services, () => {});
    const [left] = await takeEvents<Parameters<typeof withdrawDeleted>[0]>(house, 'care-plan.left');
    expect(left).toMatchObject({ resident_id: ann.residentId, document_id: ann.acpId, failures: 0 });
    house.standIn.breakCalls('lost');
    await withdrawDeleted(left!, job());
    house.standIn.breakCalls(null);
    const [again] = await takeEvents<Parameters<typeof withdrawDeleted>[0]>(house, 'care-plan.left');
    expect(again).toMatchObject({ failures: 1, not_before: expect.any(String) });
    expect(sentOf(house, ann)).toMatchObject({ withdrawn: false });
    await withdrawDeleted(again!, job());
    expect(sentOf(house, ann)).toMatchObject({ withdrawn: true });
  });

  it('stays there unchanged when it is unlinked [INTEG-04]', async () => {
    await changed();
    await house.services.db
      .updateTable('integration_links')
      .set({ unlinked_at: new Date() })
      .where('id', '=', ann.linkId)
      .execute();
    await changed();
    await batchSync.call(staffContext(house), { action: 'start' });
    await workOff(house);
    expect(sentOf(house, ann)).toEqual({ times: 1, version: 1, withdrawn: false });
  });

  it('is counted in the notification of the staff member who began the sync, when it is done [INTEG-05, GAP-111]', async () => {
    await batchSync.call(staffContext(house), { action: 'start' });
    await workOff(house);
    const [finished] = await takeEvents<{ user_id: string; sync_id: string }>(house, 'care-sync.finished');
    expect(finished?.user_id).toBe(house.manager.userId);
    const context = job();
    await announceSyncResult(finished!, context);
    await announceSyncResult(finished!, context);
    const rows = await house.services.db
      .selectFrom('notifications')
      .select(['template', 'metadata'])
      .where('receiver_id', '=', house.manager.userId)
      .where('template', '=', 'CARE_SYNC_DONE')
      .execute();
    expect(rows).toMatchObject([
      { metadata: { count: 1, total: 1, failed: 0, provider_id: house.providerId } },
    ]);
  });
});
