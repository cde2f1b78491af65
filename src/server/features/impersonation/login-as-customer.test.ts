import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { visiting } from './impersonation.fixture.ts';

const minute = 60_000;

describe('login as customer', () => {
  let app: TestApp;
  let banksia: string;
  let customer: TestPerson;
  let staff: TestPerson;
  let actions: ReturnType<typeof visiting>;

  const db = () => app.services.db;
  const browserOf = (who: TestPerson) => actions.browserOf(who);
  const enter = (...call: Parameters<typeof actions.enter>) => actions.enter(...call);
  const goBack = (client: TestClient) => actions.goBack(client);
  const whoIs = (client: TestClient) => actions.whoIs(client);
  const ownerOf = (cookie: string) => actions.ownerOf(cookie);

  beforeAll(async () => {
    app = await startApp();
    banksia = await provider(app.services);
    actions = visiting(app, banksia);
    customer = await person(app.services, {
      firstName: 'Lin Mei',
      lastName: 'Chen',
      providerId: banksia,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    staff = await actions.newStaff();
  });
  beforeEach(() => db().deleteFrom('attempts').execute());
  afterAll(() => app.close());

  it('moves an editor into the account and back to the same session under a new token [API-33, LAC-01, GAP-15, D-14] [security 8, security 17]', async () => {
    const client = await browserOf(staff);
    const own = client.cookieHeader();
    const before = Date.now();
    const answer = await enter(client, customer.userId);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ok: true,
      user: { id: customer.userId, email: customer.email },
      acting: { staff_name: 'Priya Nair', customer_name: 'Lin Mei Chen', customer_id: customer.userId },
    });
    const ends = Date.parse(answer.body.acting.ends_at);
    expect(ends).toBeGreaterThan(before + 59 * minute);
    expect(ends).toBeLessThanOrEqual(Date.now() + 60 * minute);
    const inside = client.cookieHeader();
    expect(inside).not.toBe(own);
    expect(await whoIs(client)).toMatchObject({
      id: customer.userId,
      acting: { staff_name: 'Priya Nair', seconds_left: expect.any(Number) },
    });

    expect(await ownerOf(own)).toBeNull();

    const back = await goBack(client);
    expect(back.body).toMatchObject({ ok: true, user: { id: staff.userId }, acting: null });
    expect(await whoIs(client)).toEqual({ id: staff.userId, acting: null });
    const afterwards = client.cookieHeader();
    expect(new Set([own, inside, afterwards]).size).toBe(3);
    expect([await ownerOf(own), await ownerOf(inside), await ownerOf(afterwards)]).toEqual([
      null,
      null,
      staff.userId,
    ]);
  });

  it('moves one staff session into one account, however many calls arrive at the same moment [R-09, D-14]', async () => {
    const client = await browserOf(await actions.newStaff());
    const customers = await Promise.all([1, 2, 3].map(() => actions.newCustomer()));
    const cookie = client.cookieHeader();
    const statuses = await Promise.all(
      customers.map(async ({ userId: customerId }) => {
        const body = { customerId, reason: 'Three at once', password: staff.password };
        const headers = { 'content-type': 'application/json', origin: app.url, cookie };
        const sent = { method: 'POST', headers, body: JSON.stringify(body) };
        return (await fetch(`${app.url}/api/auth/login-as-customer`, sent)).status;
      }),
    );
    expect(statuses.toSorted((one, next) => one - next)).toEqual([200, 401, 401]);
    const visits = await Promise.all(customers.map(({ userId }) => actions.visitOf(userId)));
    expect(visits.filter((visit) => visit !== undefined)).toHaveLength(1);
  });

  it('answers a second "return" as the first, and refuses the return of any other user [API-33]', async () => {
    const client = await browserOf(staff);
    await enter(client, customer.userId);
    await goBack(client);
    expect((await goBack(client)).body).toMatchObject({ ok: true, user: { id: staff.userId } });
    expect((await goBack(new TestClient(app.url))).status).toBe(401);
    const own = await browserOf(customer);
    expect((await goBack(own)).body).toMatchObject({ ok: true, user: { id: customer.userId } });
  });

  describe('is refused', () => {
    it.each([
      ['suspended', { status: 'suspended' }, 403, 'requiredAuthorization'],
      ['archived', { status: 'archived' }, 403, 'requiredAuthorization'],
      ['invited', { status: 'invited', email_verified_at: null }, 200, 'requiredEmailConfirmation'],
      [
        'with an address that was never checked',
        { email_verified_at: null },
        200,
        'requiredEmailConfirmation',
      ],
    ])('%s [LAC-01, GAP-17, ERR-18, ERR-19]', async (_, more, status, error) => {
      const who = await actions.newCustomer(more);
      const client = await browserOf(staff);
      const before = client.cookieHeader();
      const answer = await enter(client, who.userId);
      expect([answer.status, answer.body.ok, answer.body.error]).toEqual([status, false, error]);
      expect(client.cookieHeader()).toBe(before);
      expect((await whoIs(client)).id).toBe(staff.userId);
      expect(await actions.visitOf(who.userId)).toBeUndefined();
      const row = await db()
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'details'])
        .where('chain', '=', who.userId)
        .orderBy('seq', 'desc')
        .executeTakeFirst();
      expect(row).toEqual({ action: 'loginAsCustomer', actor_id: staff.userId, details: { refused: error } });
    });

    it('for a customer of another provider, an unknown id, staff and administrators, all alike [ERR-19, GAP-17] [security 4, security 8]', async () => {
      const elsewhere = await person(app.services, { providerId: await provider(app.services, 'Elsewhere') });
      const alone = await person(app.services);
      const admin = await person(app.services, { role: 'admin' });
      const other = await person(app.services, { role: 'admin' });
      const colleague = await person(app.services, { role: 'providerview', providerId: banksia });
      const unknownId = '00000000-0000-4000-8000-000000000000';
      const answers = [];
      const byStaff = await browserOf(staff);
      for (const id of [
        elsewhere.userId,
        alone.userId,
        admin.userId,
        colleague.userId,
        staff.userId,
        unknownId,
      ])
        answers.push(await enter(byStaff, id));
      const byAdmin = await browserOf(admin);
      for (const id of [other.userId, staff.userId, colleague.userId, admin.userId, unknownId])
        answers.push(await enter(byAdmin, id));
      for (const { status, body } of answers)
        expect([status, body]).toEqual([403, { ok: false, error: 'requiredAuthorization', fields: [] }]);
      expect((await enter(byAdmin, alone.userId)).body.ok).toBe(true);
    });

    it.each([
      ['a nurse who only reads', { role: 'providerview' as const }, {}],
      [
        'a provider admin without the right to manage plans',
        { role: 'provideradmin' as const },
        { flag: false },
      ],
    ])('by %s [GAP-16, LAC-01] [security 5]', async (_, spec, { flag = true }: { flag?: boolean }) => {
      const who = await person(app.services, { ...spec, providerId: banksia });
      const client = await browserOf(who);
      const mayManage = (can_manage_acp: boolean) =>
        db().updateTable('permission_roles').set({ can_manage_acp }).where('id', '=', 1).execute();
      if (!flag) await mayManage(false);
      const answer = await enter(client, customer.userId);
      await mayManage(true);
      expect([answer.status, answer.body.error]).toEqual([403, 'requiredAuthorization']);
    });

    it('by customers and visitors [PERM-01] [security 1]', async () => {
      const other = await browserOf(await person(app.services));
      expect((await enter(other, customer.userId)).body.error).toBe('requiredAuthorization');
      expect((await enter(other, other.url)).status).toBe(400);
      const visitor = await enter(new TestClient(app.url), customer.userId);
      expect([visitor.status, visitor.body.error]).toEqual([401, 'unauthenticated']);
    });

    it('from within another account [security 8]', async () => {
      const client = await browserOf(staff);
      await enter(client, customer.userId);
      const answer = await enter(client, (await actions.newCustomer()).userId);
      expect([answer.status, answer.body.error]).toEqual([403, 'requiredAuthorization']);
      expect((await whoIs(client)).id).toBe(customer.userId);
    });
  });

  it("requires the staff member's own password again, and counts wrong ones [D-14] [security 8, security 13]", async () => {
    const client = await browserOf(staff);
    app.freeze();
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await enter(client, customer.userId, { password: 'Wrong-Guess-1' });
      expect([status, body.fields]).toEqual([400, [{ field: 'password', message: 'error.lac.password' }]]);
    }
    const slowed = await enter(client, customer.userId);
    app.unfreeze();
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await whoIs(client)).id).toBe(staff.userId);
  });

  it('requires a reason and accepts no unknown input [D-14] [security 7]', async () => {
    const client = await browserOf(staff);
    const problems = async (more: Record<string, unknown>) => {
      const { status, body } = await enter(client, customer.userId, more);
      expect(status).toBe(400);
      return body.fields.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
    };
    expect(await problems({ reason: '  ' })).toEqual(['reason: lac.confirm.reasonMissing']);
    expect(await problems({ reason: 'x'.repeat(301) })).toEqual(['reason: lac.confirm.reasonLong']);
    expect(await problems({ reason: 'a\u202eb', password: '' })).toEqual([
      'reason: lac.confirm.reasonCharacter',
      'password: field.password.required',
    ]);
    expect(await problems({ customerId: "' or 1=1" })).toEqual(['customerId: error.general_error']);
    expect(await problems({ customerId: { $ne: null } })).toEqual(['customerId: error.general_error']);
    expect(await problems({ acting_staff_id: customer.userId })).toEqual([
      'acting_staff_id: error.general_error',
    ]);
  });
});
