import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { password, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { verifyAudit } from '../../pipeline/audit/audit-verify.ts';
import { closeEndedImpersonations } from './api.ts';
import { visiting } from './impersonation.fixture.ts';

const minute = 60_000;

describe("a staff member's time in a customer's account", () => {
  let app: TestApp;
  let banksia: string;
  let staff: TestPerson;
  let actions: ReturnType<typeof visiting>;

  const db = () => app.services.db;
  const browserOf = (who: TestPerson) => actions.browserOf(who);
  const enter = (client: TestClient, customerId: string) => actions.enter(client, customerId);
  const goBack = (client: TestClient) => actions.goBack(client);
  const whoIs = (client: TestClient) => actions.whoIs(client);
  const newCustomer = () => actions.newCustomer();
  const visitOf = (id: string) => actions.visitOf(id);
  const change = (id: string, more: Record<string, unknown>) => actions.change(id, more);

  beforeAll(async () => {
    app = await startApp();
    banksia = await provider(app.services);
    actions = visiting(app, banksia);
    staff = await person(app.services, { role: 'provideradmin', providerId: banksia });
  });
  beforeEach(() => db().deleteFrom('attempts').execute());
  afterAll(() => app.close());

  it('ends after sixty minutes of any activity, and can still be returned from [D-14] [security 8, fault 19]', async () => {
    const who = await newCustomer();
    const client = await browserOf(staff);
    await enter(client, who.userId);
    for (let spent = 0; spent < 50; spent += 10) {
      app.advance(10 * minute);
      expect((await whoIs(client)).id).toBe(who.userId);
      // The idle expiry is extended asynchronously.
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    app.advance(10 * minute);
    expect(await whoIs(client)).toBeNull();
    const save = await client.graphql('mutation { updateUser(postcode: "3000") { id } }');
    expect(save.errors?.[0].extensions.code).toBe('unauthenticated');
    expect((await goBack(client)).body).toMatchObject({ ok: true, user: { id: staff.userId } });
    expect((await whoIs(client)).id).toBe(staff.userId);
  });

  it('never exceeds the twelve hours of the staff session [D-13, D-14] [security 18]', async () => {
    const client = await browserOf(staff);
    const row = db().updateTable('sessions').where('user_id', '=', staff.userId);
    const end = new Date(app.services.clock().getTime() + 7 * minute);
    await row.set({ absolute_expires_at: end }).execute();
    const { body } = await enter(client, (await newCustomer()).userId);
    expect(body.acting.ends_at).toBe(end.toISOString());
    app.advance(7 * minute);
    expect(await whoIs(client)).toBeNull();
    expect((await goBack(client)).status).toBe(401);
    expect(client.cookieHeader()).toBe('');
  });

  it('leads only to sign-in after half an hour without use [D-13] [security 18]', async () => {
    const who = await newCustomer();
    const client = await browserOf(staff);
    await enter(client, who.userId);
    app.advance(30 * minute);
    expect(await whoIs(client)).toBeNull();
    const back = await goBack(client);
    expect([back.status, client.cookieHeader()]).toEqual([401, '']);
    const left = await db()
      .selectFrom('sessions')
      .select('id')
      .where('acting_staff_id', '=', staff.userId)
      .where('user_id', '=', who.userId)
      .execute();
    expect(left).toEqual([]);
  });

  it.each([
    ['the customer is suspended', 'customer', { status: 'suspended' }, 200],
    ['the staff member may only read from now on', 'staff', { permission_role_id: 3 }, 200],
    ['the staff member is suspended', 'staff', { status: 'suspended' }, 401],
    ['the staff member has a new password', 'sessions', {}, 401],
  ] as const)('ends with the next request when %s [fault 21] [security 8]', async (_, whom, more, status) => {
    const who = await newCustomer();
    const colleague = await person(app.services, { role: 'provideradmin', providerId: banksia });
    const client = await browserOf(colleague);
    await enter(client, who.userId);
    expect((await whoIs(client)).id).toBe(who.userId);
    if (whom === 'sessions')
      await db().deleteFrom('sessions').where('user_id', '=', colleague.userId).execute();
    else await change(whom === 'customer' ? who.userId : colleague.userId, more);
    expect(await whoIs(client)).toBeNull();
    const read = await client.graphql(`{ getActiveAcpsByUserId(user_id: "${who.userId}") { id } }`);
    expect(read.errors?.[0].extensions.code).toBe('unauthenticated');
    const back = await goBack(client);
    expect(back.status).toBe(status);
    if (status === 200) expect((await whoIs(client)).id).toBe(colleague.userId);
  });

  it('ends with both sessions when the staff member signs out inside, or signs in as another user [security 17, security 18]', async () => {
    const colleague = await person(app.services, { role: 'provideradmin', providerId: banksia });
    const client = await browserOf(colleague);
    const who = await newCustomer();
    await enter(client, who.userId);
    await client.post('/api/auth/sign-out', {});
    expect(await visitOf(who.userId)).toMatchObject({ ended_at: expect.any(Date) });
    const again = await browserOf(colleague);
    const next = await newCustomer();
    await enter(again, next.userId);
    const other = await newCustomer();
    await again.signIn(other.email, password);
    expect(await whoIs(again)).toEqual({ id: other.userId, acting: null });
    expect(await visitOf(next.userId)).toMatchObject({ ended_at: expect.any(Date) });
    const left = await db()
      .selectFrom('sessions')
      .select('id')
      .where((either) =>
        either.or([
          either('user_id', '=', colleague.userId),
          either('acting_staff_id', '=', colleague.userId),
        ]),
      )
      .execute();
    expect(left).toEqual([]);
  });

  it('is closed by the product when the visit was not ended: time over, sessions gone; once, with activity, trail and mail [GAP-15] [security 8]', async () => {
    const [late, dropped] = [await newCustomer(), await newCustomer()];
    for (const who of [late, dropped]) await enter(await browserOf(staff), who.userId);
    await db().deleteFrom('sessions').where('user_id', '=', dropped.userId).execute();
    await Promise.all([closeEndedImpersonations(app.services), closeEndedImpersonations(app.services)]);
    expect(await visitOf(dropped.userId)).toMatchObject({ ended_at: expect.any(Date) });
    expect(await visitOf(late.userId)).toMatchObject({ ended_at: null });
    app.advance(61 * minute);
    await Promise.all([closeEndedImpersonations(app.services), closeEndedImpersonations(app.services)]);
    const visit = await visitOf(late.userId);
    expect(visit?.ended_at?.getTime()).toBeLessThanOrEqual(visit!.ends_at.getTime());
    for (const who of [late, dropped]) {
      const activities = await db()
        .selectFrom('recent_activities')
        .select('metadata')
        .where('user_id', '=', who.userId)
        .where('template', '=', 'LOGIN_AS_CUSTOMER')
        .execute();
      expect(new Set(activities.map(({ metadata }) => metadata['ended'] ?? false))).toEqual(
        new Set([false, true]),
      );
      expect(activities).toHaveLength(2);
      const row = await db()
        .selectFrom('audit_log')
        .select(['actor_kind', 'details'])
        .where('chain', '=', who.userId)
        .where('action', '=', 'closeVisit')
        .execute();
      expect(row).toEqual([
        { actor_kind: 'system', details: { visit: expect.any(String), staff: staff.userId } },
      ]);
      await expect
        .poll(async () =>
          db().selectFrom('mail_outbox').select('subject').where('to_address', '=', who.email).execute(),
        )
        .toEqual([{ subject: 'A staff member worked in your account' }]);
    }
    expect((await verifyAudit(db(), app.services.secrets)).faults).toEqual([]);
  });

  it('restores one session for twenty simultaneous returns, and no token remains valid twice [security 17]', async () => {
    const client = await browserOf(staff);
    await enter(client, (await newCustomer()).userId);
    const cookie = client.cookieHeader();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${app.url}/api/auth/return-to-own`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: app.url, cookie },
          body: '{}',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });
});
