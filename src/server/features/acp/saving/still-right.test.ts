import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { getCustomers } from '../../customers/list/operations.ts';
import { findHospitalState } from '../../customers/hospital/store.ts';
import { typePin } from '../../emergency/emergency.fixture.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { findActiveOf } from '../store.ts';
import { updateRevision } from './named-saves.ts';
import { confirmStillRight } from './still-right.ts';

const day = 24 * 60 * 60_000;

describe('saying that a signed plan is still right', () => {
  let app: TestApp;
  let house: string;
  let head: TestPerson;
  beforeAll(async () => {
    app = await startApp();
    house = await provider(app.services, 'Banksia House');
    head = await person(app.services, { role: 'provideradmin', providerId: house });
  });
  afterAll(() => app.close());

  const planOf = async (who: TestPerson) => (await findActiveOf(app.services.db, app.services, who.userId))!;
  const say = (who: TestPerson, plan_version: number, actor: unknown = who.actor) =>
    confirmStillRight.call(contextFor(app.services, actor as never), { id: who.acpId, plan_version });

  /** A person whose plan was signed some days ago. */
  async function signedAgo(days: number): Promise<TestPerson> {
    const who = await person(app.services, {
      providerId: house,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    const at = new Date(app.services.clock().getTime() - days * day);
    const { db } = app.services;
    await db
      .updateTable('acps')
      .set({ completed_at: at, updated_at: at })
      .where('id', '=', who.acpId)
      .execute();
    await db
      .updateTable('files')
      .set({ activated_timestamp: at })
      .where('user_id', '=', who.userId)
      .execute();
    return who;
  }

  const dueNames = async () =>
    (await getCustomers.call(contextFor(app.services, head.actor), { status: 'again', limit: 50 })).data.map(
      ({ id }) => id,
    );
  const activitiesOf = async (who: TestPerson) =>
    (
      await app.services.db
        .selectFrom('recent_activities')
        .select('template')
        .where('user_id', '=', who.userId)
        .execute()
    ).filter(({ template }) => template === 'planStillRight').length;

  it('records the day once, and changes nothing in the plan [D-59]', async () => {
    const who = await signedAgo(400);
    const before = await planOf(who);
    const after = await say(who, before.plan_version);
    expect(after.still_right_at).toEqual(expect.any(Date));
    const { still_right_at, still_right_version, ...rest } = await planOf(who);
    expect(rest).toEqual((({ still_right_at: _, still_right_version: __, ...same }) => same)(before));
    expect([melbourneDate(still_right_at!), still_right_version]).toEqual([
      melbourneDate(app.services.clock()),
      before.plan_version,
    ]);
    await say(who, before.plan_version);
    expect((await planOf(who)).still_right_at).toEqual(still_right_at);
    expect(await activitiesOf(who)).toBe(1);
    expect((await verifyAudit(app.services.db, app.services.secrets)).faults).toEqual([]);
  });

  it('refuses a draft, and another version than the one in force', async () => {
    const draft = await person(app.services, { plan: { status: 'draft', answers: fullAnswers() } });
    await expect(say(draft, 0)).rejects.toMatchObject({ code: 'invalid' });
    const who = await signedAgo(400);
    const { plan_version } = await planOf(who);
    for (const other of [plan_version - 1, plan_version + 1])
      await expect(say(who, other)).rejects.toMatchObject({ code: 'conflict' });
    expect((await planOf(who)).still_right_at).toBeNull();
  });

  it('is for the person alone: not for staff in the account, staff outside, another customer or a visitor [D-59] [security 2]', async () => {
    const who = await signedAgo(400);
    const { plan_version } = await planOf(who);
    const admin = await person(app.services, { role: 'admin' });
    const other = await person(app.services);
    for (const [actor, code] of [
      [{ ...who.actor, actingStaffId: admin.userId }, 'forbidden'],
      [admin.actor, 'not-found'],
      [head.actor, 'not-found'],
      [other.actor, 'not-found'],
      [{ kind: 'visitor' }, 'unauthenticated'],
    ] as const)
      await expect(say(who, plan_version, actor)).rejects.toMatchObject({ code });
    expect((await planOf(who)).still_right_at).toBeNull();
  });

  it('removes the plan from those due for review, for a year or until a stay in hospital [N-03, N-14]', async () => {
    const who = await signedAgo(400);
    const { db } = app.services;
    expect(await dueNames()).toContain(who.userId);
    await say(who, (await planOf(who)).plan_version);
    expect(await dueNames()).not.toContain(who.userId);

    const now = app.services.clock().getTime();
    const stay = (back: number) =>
      db
        .insertInto('hospital_stays')
        .values({ user_id: who.userId, began_at: new Date(back - day), back_at: new Date(back) })
        .execute();
    await stay(now - day);
    expect(await findHospitalState(db, who.userId)).toBeNull();
    await db.deleteFrom('hospital_stays').where('user_id', '=', who.userId).execute();
    await stay(now + day);
    expect(await findHospitalState(db, who.userId)).toMatchObject({ kind: 'back' });
    expect(await dueNames()).toContain(who.userId);
    await db.deleteFrom('hospital_stays').where('user_id', '=', who.userId).execute();

    const longAgo = new Date(now - 366 * day);
    await db.updateTable('acps').set({ still_right_at: longAgo }).where('id', '=', who.acpId).execute();
    expect(await dueNames()).toContain(who.userId);
  });

  it('is on the emergency page with its day, until another version is signed', async () => {
    const who = await signedAgo(400);
    const client = new TestClient(app.url);
    const page = async () => {
      const { location } = await typePin(client, who.shareId, who.pin);
      return (await client.fetch(location!)).text();
    };
    expect(await page()).not.toContain('Said to be still right');
    const before = await planOf(who);
    await say(who, before.plan_version);
    const today = longDate(melbourneDate(app.services.clock()), 'en');
    expect(await page()).toContain(`Said to be still right on ${today}.`);
    await updateRevision.call(contextFor(app.services, who.actor), {
      ...{ id: who.acpId, version: before.version, answers: { explanations: 'New words.' } },
      confirmed: ['explanations'],
    });
    expect(await page()).not.toContain('Said to be still right');
  });
});
