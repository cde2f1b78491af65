import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { password, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';

describe('suspending and archiving a customer', () => {
  let app: TestApp;
  let house: string;
  let editor: TestPerson;
  let admin: TestPerson;
  let customer: TestPerson;
  let own: TestClient;
  let asEditor: TestClient;
  let asAdmin: TestClient;

  const client = async ({ email }: TestPerson) => {
    const made = new TestClient(app.url);
    await made.signIn(email, password);
    return made;
  };
  const change = (by: TestClient, call: string) => by.graphql(`mutation { ${call} { customer_status } }`);
  const status = (to: string, more = '') =>
    `updateUserStatus(id: "${customer.userId}", status: "${to}"${more})`;
  const archive = (name: 'archiveCustomer' | 'unarchiveCustomer') => `${name}(user_id: "${customer.userId}")`;
  const isIn = async (who: TestClient) =>
    (await who.graphql('{ currentUser { id } }')).data?.currentUser?.id ?? null;
  const signIn = async () =>
    (
      await new TestClient(app.url).post('/api/auth/email-password', {
        ...{ email: customer.email, password, type: 'login' },
      })
    ).status;

  beforeAll(async () => {
    app = await startApp();
    house = await provider(app.services);
    editor = await person(app.services, { role: 'provideradmin', providerId: house });
    admin = await person(app.services, { role: 'admin' });
    asAdmin = await client(admin);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    customer = await person(app.services, { providerId: house });
    own = await client(customer);
    asEditor = await client(editor);
  });

  async function enter(): Promise<TestClient> {
    const inside = await client(editor);
    const { body } = await inside.post('/api/auth/login-as-customer', {
      ...{ customerId: customer.userId, reason: 'To help with a form', password },
    });
    expect(body.ok).toBe(true);
    return inside;
  }

  it('ends every session at once, also of staff inside, who return to their own account [CACT-14] [API-17] [GAP-81]', async () => {
    const inside = await enter();
    expect([await isIn(own), await isIn(inside)]).toEqual([customer.userId, customer.userId]);
    const done = await change(asEditor, status('suspended'));
    expect(done.data.updateUserStatus).toEqual({ customer_status: 'suspended' });
    expect([await isIn(own), await isIn(inside), await signIn()]).toEqual([null, null, 401]);
    const visits = await app.services.db
      .selectFrom('staff_visits')
      .select('ended_at')
      .where('customer_id', '=', customer.userId)
      .execute();
    expect(visits).toEqual([{ ended_at: expect.any(Date) }]);
    expect((await inside.post('/api/auth/return-to-own', {})).status).toBe(200);
    expect(await isIn(inside)).toBe(editor.userId);
    await change(asEditor, status('active'));
    expect(await signIn()).toBe(200);
    // Sessions that were open before stay closed.
    expect(await isIn(own)).toBeNull();
  });

  it('archives only for administrators, and restores the previous status [CACT-04] [CACT-13] [API-15] [GAP-81]', async () => {
    expect((await change(asEditor, archive('archiveCustomer'))).errors?.[0].extensions.code).toBe(
      'forbidden',
    );
    for (const before of ['active', 'suspended']) {
      if (before === 'suspended') await change(asAdmin, status('suspended'));
      const done = await change(asAdmin, archive('archiveCustomer'));
      expect(done.data.archiveCustomer).toEqual({ customer_status: 'archived' });
      expect([await isIn(own), await signIn()]).toEqual([null, 401]);
      const undone = await change(asAdmin, archive('unarchiveCustomer'));
      expect(undone.data.unarchiveCustomer).toEqual({ customer_status: before });
    }
    expect((await change(asAdmin, archive('unarchiveCustomer'))).errors?.[0].extensions).toMatchObject({
      code: 'conflict',
      details: { customer: { id: customer.userId, customer_status: 'suspended' } },
    });
    expect((await change(asEditor, archive('unarchiveCustomer'))).errors?.[0].extensions.code).toBe(
      'forbidden',
    );
  });

  it('archives once: a second call is refused, with no second event, activity or audit row [CACT-04] [API-15]', async () => {
    const { db, eventsWaiting } = app.services;
    let committedEvents = 0;
    app.services.eventsWaiting = () => {
      committedEvents += 1;
      eventsWaiting();
    };
    const traces = async () => {
      const audited = await db
        .selectFrom('audit_log')
        .select('action')
        .where('chain', '=', customer.userId)
        .where('action', '=', 'archiveCustomer')
        .execute();
      const activities = await db
        .selectFrom('recent_activities')
        .select('template')
        .where('user_id', '=', customer.userId)
        .where('template', '=', 'archived')
        .execute();
      return [audited.length, activities.length, committedEvents];
    };
    await change(asAdmin, archive('archiveCustomer'));
    const once = await traces();
    expect(once).toEqual([1, 1, 1]);
    expect((await change(asAdmin, archive('archiveCustomer'))).errors?.[0].extensions).toMatchObject({
      code: 'conflict',
      fields: [{ field: 'form', message: 'error.customer.archived' }],
      details: { customer: { id: customer.userId, customer_status: 'archived' } },
    });
    expect(await traces()).toEqual(once);
    app.services.eventsWaiting = eventsWaiting;
  });

  it('keeps the emergency card and the plan of a customer who is suspended or archived [GAP-81]', async () => {
    const card = () =>
      app.services.db
        .selectFrom('users')
        .innerJoin('acps', 'acps.user_id', 'users.id')
        .select(['share_id', 'pin_sealed', 'acps.id'])
        .where('users.id', '=', customer.userId)
        .execute();
    const before = await card();
    await change(asAdmin, status('suspended'));
    await change(asAdmin, archive('archiveCustomer'));
    expect(await card()).toEqual(before);
  });

  it('does nothing when the status has changed since, and returns the current status, with the row [fault 7]', async () => {
    await change(asAdmin, status('suspended'));
    const { errors } = await change(asEditor, status('suspended', ', seen: "active"'));
    expect(errors?.[0].extensions).toMatchObject({
      code: 'conflict',
      fields: [{ field: 'form', message: 'error.customer.nowSuspended' }],
      details: { customer: { id: customer.userId, customer_status: 'suspended' } },
    });
    const trail = await app.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('chain', '=', customer.userId)
      .where('action', '=', 'updateUserStatus')
      .execute();
    expect(trail).toHaveLength(1);
  });

  it('is refused to staff of another provider, of one below, of viewers and of suspended staff [GAP-100] [security 4]', async () => {
    const elsewhere = await provider(app.services, 'Grevillea Lodge');
    const ward = await provider(app.services, 'Banksia North', house);
    const tried: unknown[] = [];
    for (const [role, providerId] of [
      ['provideradmin', elsewhere],
      ['provideradmin', ward],
      ['providerview', house],
    ] as const) {
      const who = await client(await person(app.services, { role, providerId }));
      tried.push((await change(who, status('suspended'))).errors?.[0].extensions.code);
    }
    const gone = await person(app.services, { role: 'provideradmin', providerId: house });
    const asGone = await client(gone);
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', gone.userId)
      .execute();
    tried.push((await change(asGone, status('suspended'))).errors?.[0].extensions.code);
    expect(tried).toEqual(['not-found', 'not-found', 'forbidden', 'unauthenticated']);
    const above = await provider(app.services, 'Banksia Group');
    await app.services.db
      .updateTable('providers')
      .set({ parent_id: above, path: [above, house] })
      .where('id', '=', house)
      .execute();
    const parent = await client(await person(app.services, { role: 'provideradmin', providerId: above }));
    expect((await change(parent, status('suspended'))).data.updateUserStatus).toEqual({
      customer_status: 'suspended',
    });
  });
});
