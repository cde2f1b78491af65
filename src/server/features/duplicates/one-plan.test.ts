import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, type TestPerson } from '../../../../testing/people.ts';
import { outcomeOf } from '../customers/actions/customers.fixture.ts';
import { handOver } from '../customers/hospital/operations.ts';
import { getCustomer } from '../customers/page/operations.ts';
import { findPlanDocument } from '../acp/api.ts';
import { findEmergencyPlanOf, readView } from '../emergency/api.ts';
import { startRecords, type Records } from './duplicates.fixture.ts';
import { openEarlierRecordPlan } from './earlier-plan-operations.ts';

describe('two records of one person have one plan in force', () => {
  let records: Records;
  let at: Records['at'];
  let north: string;
  let south: string;
  let manager: TestPerson;

  const services = () => at.test.services;
  const as = (who: TestPerson) => at.as(who);

  beforeAll(async () => {
    records = await startRecords();
    ({ at, north, south, manager } = records);
  });
  afterAll(() => at.close());

  const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };

  it('and the signed plan of the archived one is read as an earlier one by readers of the kept one [N-13]', async () => {
    const [kept, archived] = await records.pairOf(signed);
    await records.keep(manager, kept, archived);
    const ofNorth = await at.staff('providerview', north);
    const earlier = (who: TestPerson, id: string, record_id: string) =>
      openEarlierRecordPlan.call(as(who), { id, record_id });
    const opened = await earlier(ofNorth, kept.userId, archived.userId);
    expect(opened.plan_version).toBe(1);
    expect((await records.pageOf(ofNorth, kept)).earlier[0]?.signed_at).toBeInstanceOf(Date);
    const trail = await services()
      .db.selectFrom('audit_log')
      .select('details')
      .where('chain', '=', archived.userId)
      .where('action', '=', 'openEarlierRecordPlan')
      .executeTakeFirstOrThrow();
    expect(trail.details).toMatchObject({ kept: kept.userId, plan_version: 1 });
    const stranger = await records.record(north, { dob: records.nextBirth(), ...signed });
    expect(await outcomeOf(earlier(ofNorth, kept.userId, stranger.userId))).toBe('not-found');
    const ofSouth = await at.staff('providerview', south);
    expect(await outcomeOf(earlier(ofSouth, kept.userId, archived.userId))).toBe('not-found');
    await records.undo(manager, archived);
    expect(await outcomeOf(earlier(ofNorth, kept.userId, archived.userId))).toBe('not-found');
  });

  it('which stays none while the kept one has no signed plan [N-13]', async () => {
    const dob = records.nextBirth();
    const kept = await records.record(north, { dob });
    const archived = await records.record(south, { dob, ...signed });
    await records.keep(manager, kept, archived);
    const { db, clock } = services();
    const none = await findPlanDocument(db, services(), clock(), {
      ...{ userId: kept.userId, version: null, language: null },
    });
    expect(none).toBeNull();
    const shown = await findEmergencyPlanOf(db, services(), kept.userId);
    expect(shown?.acp?.status).not.toBe('complete');
    expect((await getCustomer.call(as(manager), { id: kept.userId })).plan?.signed_at).toBeNull();
  });

  it('and the paper and the emergency page of the archived one say that another record is kept [N-13]', async () => {
    const [kept, archived] = await records.pairOf(signed);
    const documentOf = async (of: TestPerson) => {
      const { db, clock } = services();
      const asked = { userId: of.userId, version: null, language: 'en' as const };
      return JSON.stringify((await findPlanDocument(db, services(), clock(), asked))?.document);
    };
    const viewOf = async (of: TestPerson) => {
      const { db } = services();
      const plan = await findEmergencyPlanOf(db, services(), of.userId);
      const now = services().clock();
      const reading = { language: 'en' as const, scanned: null, openedAt: now, closesAt: now, now };
      return (await readView(db, services(), plan!, reading)).view;
    };
    expect(await documentOf(archived)).not.toContain('archived record');
    await records.keep(manager, kept, archived);
    expect(await documentOf(archived)).toContain('this plan is from an archived record');
    expect(await documentOf(kept)).not.toContain('archived record');
    expect((await viewOf(archived)).otherRecord).toMatchObject({ provider: 'Banksia North' });
    expect((await viewOf(kept)).otherRecord).toBeNull();
  });

  it('and the plan of the archived one is not handed to an ambulance [N-13, N-14]', async () => {
    const [kept, archived] = await records.pairOf(signed);
    await records.keep(manager, kept, archived);
    const hand = (of: TestPerson) =>
      handOver.call(as(manager), {
        ...{ user_id: of.userId, receiver: 'ambulance', receiver_other: '', time: '' },
      });
    expect(await outcomeOf(hand(archived))).toBe('conflict: error.customer.duplicate');
    expect(await outcomeOf(hand(kept))).toBe('done');
    await records.undo(manager, archived);
    expect(await outcomeOf(hand(archived))).toBe('done');
  });
});
