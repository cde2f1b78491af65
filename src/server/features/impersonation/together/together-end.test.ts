import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import { password, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { closeEndedImpersonations } from '../api.ts';
import { beside } from './together.fixture.ts';

const minute = 60_000;

describe('the end of a session together', () => {
  let app: TestApp;
  let banksia: string;
  let actions: ReturnType<typeof beside>;
  let staff: TestPerson;
  let who: TestPerson;
  let client: TestClient;

  const db = () => app.services.db;
  const endOf = async (of = who) => (await actions.visitOf(of.userId))?.ended_at;

  beforeAll(async () => {
    app = await startApp();
    banksia = await provider(app.services);
    actions = beside(app, banksia);
  });
  beforeEach(async () => {
    await db().deleteFrom('attempts').execute();
    staff = await actions.newStaff();
    who = await actions.resident();
    client = await actions.browserOf(staff);
    expect((await actions.begin(client, who.userId)).status).toBe(200);
  });
  afterAll(() => app.close());

  it('comes after thirty minutes without use, and what was saved stays saved [N-08]', async () => {
    await client.graphql('mutation { updateUser(postcode: "3280") { id } }');
    app.advance(29 * minute);
    expect((await actions.whoIs(client)).id).toBe(who.userId);
    await new Promise((resolve) => setTimeout(resolve, 60));
    app.advance(29 * minute);
    expect((await actions.whoIs(client)).id).toBe(who.userId);
    await new Promise((resolve) => setTimeout(resolve, 60));
    app.advance(30 * minute);
    expect(await actions.whoIs(client)).toBeNull();
    const { errors } = await actions.sign(client, who.userId);
    expect(errors?.[0].extensions.code).toBe('unauthenticated');
    const row = await db()
      .selectFrom('users')
      .select('postcode')
      .where('id', '=', who.userId)
      .executeTakeFirst();
    expect(row).toEqual({ postcode: '3280' });
    await closeEndedImpersonations(app.services);
    expect(await endOf()).toBeInstanceOf(Date);
    expect(await actions.trailOf(who.userId, 'closeVisit')).toMatchObject([
      { actor_kind: 'system', details: { staff: staff.userId, together: staff.userId } },
    ]);
  });

  it('comes after two hours of any activity [N-08]', async () => {
    for (let spent = 0; spent < 100; spent += 20) {
      app.advance(20 * minute);
      expect((await actions.whoIs(client)).id).toBe(who.userId);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    app.advance(20 * minute);
    expect(await actions.whoIs(client)).toBeNull();
  });

  it('is never after the end of the session that the staff member had [N-08] [D-13]', async () => {
    const other = await actions.browserOf(staff);
    const end = new Date(app.services.clock().getTime() + 7 * minute);
    await db()
      .updateTable('sessions')
      .set({ absolute_expires_at: end })
      .where('user_id', '=', staff.userId)
      .execute();
    const another = await actions.resident();
    await actions.begin(other, another.userId);
    expect((await actions.visitOf(another.userId))?.ends_at).toEqual(end);
    app.advance(7 * minute);
    expect(await actions.whoIs(other)).toBeNull();
  });

  it('comes with Finish, which the trail records, and leaves no session behind [N-08]', async () => {
    await client.post('/api/auth/sign-out', {});
    expect(await endOf()).toBeInstanceOf(Date);
    expect(await actions.trailOf(who.userId, 'signOut')).toMatchObject([
      { actor_id: who.userId, details: { together: staff.userId } },
    ]);
    const left = await db()
      .selectFrom('sessions')
      .select('id')
      .where((either) =>
        either.or([
          either('user_id', 'in', [who.userId, staff.userId]),
          either('acting_staff_id', '=', staff.userId),
        ]),
      )
      .execute();
    expect(left).toEqual([]);
  });

  it('comes when the session is deleted, and its visit is closed [N-08]', async () => {
    await db().deleteFrom('sessions').where('user_id', '=', who.userId).execute();
    expect(await actions.whoIs(client)).toBeNull();
    await closeEndedImpersonations(app.services);
    expect(await endOf()).toBeInstanceOf(Date);
  });

  it('comes when the customer signs in elsewhere [N-08]', async () => {
    const own = await actions.newCustomer();
    const tablet = await actions.browserOf(staff);
    await actions.begin(tablet, own.userId);
    expect((await actions.whoIs(tablet)).id).toBe(own.userId);
    const telephone = await actions.browserOf(own);
    expect(await actions.whoIs(tablet)).toBeNull();
    expect(await endOf(own)).toBeInstanceOf(Date);
    expect((await actions.whoIs(telephone)).together).toBeNull();
    expect((await actions.whoIs(client)).id).toBe(who.userId);
  });

  it('comes when the same customer begins together again, also with another staff member: there is one session [N-08]', async () => {
    const other = await actions.browserOf(await actions.newStaff());
    expect((await actions.begin(other, who.userId)).status).toBe(200);
    expect(await actions.whoIs(client)).toBeNull();
    expect((await actions.whoIs(other)).id).toBe(who.userId);
    const open = await db()
      .selectFrom('staff_visits')
      .select('id')
      .where('customer_id', '=', who.userId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });

  it('leaves one session when it was started twice at once, in two tabs of the staff member [N-08]', async () => {
    const tablet = await actions.browserOf(staff);
    const another = await actions.resident();
    const both = await Promise.all([
      actions.begin(tablet, another.userId),
      actions.begin(tablet, another.userId),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    const visits = await db()
      .selectFrom('staff_visits')
      .select('id')
      .where('customer_id', '=', another.userId)
      .execute();
    expect(visits).toHaveLength(1);
  });

  it('comes when the staff member is suspended, changes the password or signs out elsewhere [N-08] [fault 21]', async () => {
    const admin = await actions.browserOf(await person(app.services, { role: 'admin' }));
    await admin.graphql('mutation ($id: ID!) { suspendProviderUser(id: $id) { id } }', { id: staff.userId });
    expect(await actions.whoIs(client)).toBeNull();
    expect(await endOf()).toBeInstanceOf(Date);
    const nurse = await actions.newStaff();
    const office = await actions.browserOf(nurse);
    const tablet = await actions.browserOf(nurse);
    await actions.begin(tablet, who.userId);
    expect((await actions.whoIs(tablet)).id).toBe(who.userId);
    const { errors } = await office.graphql(`mutation { endOtherSessions(password: "${password}") }`);
    expect(errors).toBeUndefined();
    expect(await actions.whoIs(tablet)).toBeNull();
    expect((await actions.whoIs(office)).id).toBe(nurse.userId);
  });

  it('comes when the staff member loses access to the customer [N-08] [fault 21]', async () => {
    await actions.change(who.userId, { provider_id: await provider(app.services) });
    expect(await actions.whoIs(client)).toBeNull();
    await actions.change(who.userId, { provider_id: banksia });
    expect((await actions.whoIs(client)).id).toBe(who.userId);
    await actions.change(staff.userId, { provider_id: await provider(app.services) });
    expect(await actions.whoIs(client)).toBeNull();
  });

  it('comes when the customer is suspended [N-08]', async () => {
    const admin = await actions.browserOf(await person(app.services, { role: 'admin' }));
    const suspend = 'mutation ($id: ID!) { updateUserStatus(id: $id, status: "suspended") { id } }';
    expect((await admin.graphql(suspend, { id: who.userId })).errors).toBeUndefined();
    expect(await actions.whoIs(client)).toBeNull();
    expect(await endOf()).toBeInstanceOf(Date);
  });

  it('is mailed to a customer with an address only [N-08]', async () => {
    const own = await actions.newCustomer();
    const tablet = await actions.browserOf(staff);
    await actions.begin(tablet, own.userId);
    await tablet.post('/api/auth/sign-out', {});
    await client.post('/api/auth/sign-out', {});
    const mailsTo = async (address: string) =>
      (await db().selectFrom('mail_outbox').select('id').where('to_address', '=', address).execute()).length;
    await expect.poll(() => mailsTo(own.email), { timeout: 10_000 }).toBeGreaterThan(0);
    const { email } = await db()
      .selectFrom('users')
      .select('email')
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
    expect(await mailsTo(email)).toBe(0);
  });
});
