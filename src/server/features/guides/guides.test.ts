import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPersonSpec } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { visiting } from '../impersonation/impersonation.fixture.ts';

const guides = [
  ['HealthRecord', 'health_record_confirm_date', 'healthRecordConfirmed'],
  ['Donor', 'donor_confirm_date', 'donorConfirmed'],
] as const;

const signed: TestPersonSpec = { plan: { status: 'complete', answers: fullAnswers() } };

describe('the guides', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = signed) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { ...who, client };
  }

  const mutate = (client: TestClient, name: string, userId?: string) =>
    client.graphql(
      `mutation ($user_id: ID) { ${name}(user_id: $user_id) { id health_record_confirm_date donor_confirm_date } }`,
      { user_id: userId },
    );

  const stored = (userId: string) =>
    app.services.db
      .selectFrom('users')
      .select(['health_record_confirm_date', 'donor_confirm_date'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();

  const activities = async (userId: string) =>
    (
      await app.services.db
        .selectFrom('recent_activities')
        .select('template')
        .where('user_id', '=', userId)
        .where('template', 'in', ['healthRecordConfirmed', 'donorConfirmed'])
        .execute()
    ).map(({ template }) => template);

  it.each(guides)(
    'store when %s was confirmed, for that person and no other guide, and list it in the recent activity [HEALTH-06] [HEALTH-07] [API-26] [PROD-08] [PROD-09]',
    async (name, column, template) => {
      const { client, userId } = await signedIn();
      const { data, errors } = await mutate(client, `confirm${name}`, userId);
      expect(errors).toBeUndefined();
      const row = await stored(userId);
      expect(row[column]).toBeInstanceOf(Date);
      expect(Object.values(row).filter((value) => value !== null)).toHaveLength(1);
      expect(data[`confirm${name}`]).toEqual({
        id: userId,
        health_record_confirm_date: row.health_record_confirm_date?.toISOString() ?? null,
        donor_confirm_date: row.donor_confirm_date?.toISOString() ?? null,
      });
      expect(await activities(userId)).toEqual([template]);
      const trail = await app.services.db
        .selectFrom('audit_log')
        .select('action')
        .where('chain', '=', userId)
        .execute();
      expect(trail.map(({ action }) => action)).toContain(`confirm${name}`);
    },
  );

  it.each(guides)(
    'store one confirmation of %s for two clicks and for two tabs [HEALTH-06] [HEALTH-07] [fault 5]',
    async (name, column, template) => {
      const { client, userId } = await signedIn();
      await Promise.all([1, 2, 3].map(() => mutate(client, `confirm${name}`)));
      const first = (await stored(userId))[column];
      await mutate(client, `confirm${name}`);
      expect((await stored(userId))[column]).toEqual(first);
      expect(await activities(userId)).toEqual([template]);
    },
  );

  it.each(guides)('can remove the date of %s again [HEALTH-05]', async (name, column) => {
    const { client, userId } = await signedIn();
    await mutate(client, `confirm${name}`);
    const { data } = await mutate(client, `undo${name}`);
    expect(data[`undo${name}`][column]).toBeNull();
    expect((await stored(userId))[column]).toBeNull();
    await mutate(client, `confirm${name}`);
    expect((await stored(userId))[column]).toBeInstanceOf(Date);
  });

  it('accept another confirmation of the health record after a change of the plan, and none of the donor choice [HEALTH-05]', async () => {
    const { client, userId, acpId } = await signedIn();
    for (const [name] of guides) await mutate(client, `confirm${name}`);
    const before = await stored(userId);
    await app.services.db
      .updateTable('acps')
      .set({ updated_at: new Date(Date.now() + 1) })
      .where('id', '=', acpId)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const [name] of guides) await mutate(client, `confirm${name}`);
    const after = await stored(userId);
    expect(after.health_record_confirm_date?.getTime()).toBeGreaterThan(
      before.health_record_confirm_date?.getTime() ?? 0,
    );
    expect(after.donor_confirm_date).toEqual(before.donor_confirm_date);
  });

  it('accept no confirmation of the health record while the plan is a draft, and one of the donor choice [HEALTH-05]', async () => {
    const { client, userId } = await signedIn({});
    const { errors } = await mutate(client, 'confirmHealthRecord');
    expect(errors?.[0].extensions).toMatchObject({
      code: 'invalid',
      fields: [{ field: 'user_id', message: 'health.record.draft' }],
    });
    expect((await mutate(client, 'confirmDonor')).errors).toBeUndefined();
    expect(await stored(userId)).toEqual({
      health_record_confirm_date: null,
      donor_confirm_date: expect.any(Date),
    });
  });

  it('are only for the person: not for visitors, other customers or staff, even inside the account [API-26] [D-42] [security 4]', async () => {
    const providerId = await provider(app.services);
    const { userId } = await person(app.services, { ...signed, providerId });
    const code = async (client: TestClient, name: string) =>
      (await mutate(client, name, userId)).errors?.[0].extensions.code;
    const staff = await signedIn({ role: 'provideradmin', providerId });
    const other = await signedIn();
    const inside = await signedIn({ role: 'provideradmin', providerId });
    const { body } = await visiting(app, providerId).enter(inside.client, userId);
    expect(body.ok).toBe(true);
    for (const [name] of guides)
      for (const verb of ['confirm', 'undo']) {
        expect(await code(new TestClient(app.url), verb + name)).toBe('unauthenticated');
        expect(await code(other.client, verb + name)).toBe('not-found');
        expect(await code(staff.client, verb + name)).toBe('not-found');
        expect(await code(inside.client, verb + name)).toBe('forbidden');
      }
    expect(await stored(userId)).toEqual({ health_record_confirm_date: null, donor_confirm_date: null });
  });

  it("return the two dates and the date of the plan's last change to the person [HEALTH-05]", async () => {
    const { client, userId } = await signedIn();
    await mutate(client, 'confirmDonor');
    const { data } = await client.graphql(
      '{ currentUser { id donor_confirm_date health_record_confirm_date acps { status updated_at } } }',
    );
    const { donor_confirm_date } = await stored(userId);
    expect(data.currentUser).toEqual({
      id: userId,
      donor_confirm_date: donor_confirm_date?.toISOString(),
      health_record_confirm_date: null,
      acps: [{ status: 'complete', updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }],
    });
  });
});
