import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextFor, person } from '../../../../../testing/people.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { getAuditReport } from '../../reports/audit/operations.ts';
import { removeSystemConfig } from '../connection/connection-operations.ts';
import { unlinkResident } from '../links/link-operations.ts';
import { batchSync, syncAcp } from '../sync/staff-operations.ts';
import {
  clear,
  connect,
  holdAfter,
  resident,
  sentOf,
  setPlan,
  staffContext,
  startCareHouse,
  workOff,
  type CareHouse,
  type Resident,
} from '../sync/sync.fixture.ts';

describe('the records of a plan sent to a residential-care system', () => {
  let house: CareHouse;
  let ann: Resident;
  beforeAll(async () => {
    house = await startCareHouse();
  }, 60_000);
  beforeEach(async () => {
    await clear(house);
    ann = await resident(house);
  });
  afterAll(() => house.close());

  const sync = async () => {
    await batchSync.call(staffContext(house), { action: 'start' });
    await workOff(house);
  };
  const send = () => syncAcp.call(staffContext(house), { resident_id: ann.residentId });
  /** Events of the audit report of plans that are about sending, newest first. */
  async function reported(): Promise<string[]> {
    const admin = await person(house.services, { role: 'admin' });
    const today = melbourneDate(new Date());
    const { data } = await getAuditReport.call(contextFor(house.services, admin.actor), {
      period_from: today,
      period_to: today,
    });
    const own = data.filter(({ customer_user_id }) => customer_user_id === ann.userId);
    return own.map(({ event }) => event).filter((event) => event === 'planSent' || event === 'planWithdrawn');
  }
  const activities = () =>
    house.services.db
      .selectFrom('recent_activities')
      .select(['template', 'actor_id'])
      .where('user_id', '=', ann.userId)
      .where('template', '=', 'integrationPlanSent')
      .orderBy('created_at')
      .execute();

  it('are in the audit report of plans and in the customer’s activities after a sync [INTEG-01, INTEG-05, GAP-114]', async () => {
    await sync();
    expect(await reported()).toEqual(['planSent']);
    expect(await activities()).toEqual([{ template: 'integrationPlanSent', actor_id: null }]);
    // Nothing is sent, so nothing is recorded.
    await sync();
    expect(await reported()).toEqual(['planSent']);
    expect(await activities()).toHaveLength(1);
    await setPlan(house, ann, { status: 'draft' });
    await sync();
    expect(await reported()).toEqual(['planWithdrawn', 'planSent']);
    expect(await activities()).toHaveLength(1);
  });

  it('name the staff member who sent it, and are absent after a failure [INTEG-05, GAP-114]', async () => {
    house.standIn.refused.add(ann.residentId);
    await send();
    expect([await reported(), await activities()]).toEqual([[], []]);
    house.standIn.refused.clear();
    await send();
    expect(await reported()).toEqual(['planSent']);
    expect(await activities()).toMatchObject([{ actor_id: house.manager.userId }]);
  });

  it('stay when the link is removed, or the provider disconnected, while the system answers [INTEG-05, GAP-114]', async () => {
    const unlink = () => unlinkResident.call(staffContext(house), { resident_id: ann.residentId });
    const release = holdAfter(house, 0, unlink);
    expect((await send()).plan).toMatchObject({ state: 'old' });
    release();
    expect(sentOf(house, ann)).toMatchObject({ times: 1 });
    expect(await reported()).toEqual(['planSent']);
    expect(await activities()).toHaveLength(1);
    ann = await resident(house);
    const releaseAgain = holdAfter(house, 0, () =>
      removeSystemConfig.call(staffContext(house), { version: 0 }),
    );
    await send();
    releaseAgain();
    expect(sentOf(house, ann)).toMatchObject({ times: 1 });
    expect(await reported()).toEqual(['planSent']);
    house.integrationId = await connect(house.services, house.providerId);
  });
});
