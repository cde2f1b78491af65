import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { verifyAudit } from '../../pipeline/audit/audit-verify.ts';
import { visiting } from './impersonation.fixture.ts';
import { place } from '../../db/sealing/sealed-columns.ts';

describe('login as customer', () => {
  let app: TestApp;
  let staff: TestPerson;
  let actions: ReturnType<typeof visiting>;

  const db = () => app.services.db;
  const browserOf = (who: TestPerson) => actions.browserOf(who);
  const enter = (...call: Parameters<typeof actions.enter>) => actions.enter(...call);
  const goBack = (client: TestClient) => actions.goBack(client);

  beforeAll(async () => {
    app = await startApp();
    actions = visiting(app, await provider(app.services));
    staff = await actions.newStaff();
  });
  beforeEach(() => db().deleteFrom('attempts').execute());
  afterAll(() => app.close());

  it('records both ids in the trail for the start, for each change and for the end, and stores the reason nowhere in clear [GAP-15] [security 8, security 36]', async () => {
    const who = await actions.newCustomer({ first_name: 'Rosa', last_name: 'Blum' });
    const client = await browserOf(staff);
    await enter(client, who.userId, { reason: 'Rosa rang about her postcode' });
    const saved = await client.graphql('mutation { updateUser(postcode: "3280") { postcode } }');
    expect(saved.data.updateUser.postcode).toBe('3280');
    await goBack(client);
    const rows = await db()
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'acting_staff_id', 'subject_id', 'details'])
      .where('chain', '=', who.userId)
      .orderBy('seq', 'desc')
      .limit(3)
      .execute();
    const visit = await actions.visitOf(who.userId);
    expect(rows).toEqual([
      {
        action: 'returnToOwn',
        actor_id: who.userId,
        acting_staff_id: staff.userId,
        subject_id: who.userId,
        details: { visit: visit?.id },
      },
      {
        action: 'updateUser',
        actor_id: who.userId,
        acting_staff_id: staff.userId,
        subject_id: who.userId,
        details: { fields: 'postcode' },
      },
      {
        action: 'loginAsCustomer',
        actor_id: staff.userId,
        acting_staff_id: null,
        subject_id: who.userId,
        details: { visit: visit?.id },
      },
    ]);
    const reasonPlace = place('staff_visits', 'reason_sealed', visit?.id ?? '');
    expect(app.services.keyring.open(reasonPlace, visit!.reason_sealed)).toBe('Rosa rang about her postcode');
    expect(visit!.reason_sealed.toString('latin1')).not.toContain('postcode');
    expect(visit).toMatchObject({ staff_id: staff.userId, ended_at: expect.any(Date) });
    expect((await verifyAudit(db(), app.services.secrets)).faults).toEqual([]);
  });

  it('shows the customer both ends among the activities, notifies at once, and sends a mail at the end [LAC-01, GAP-15, GAP-31] [security 19]', async () => {
    const who = await actions.newCustomer();
    const client = await browserOf(staff);
    await enter(client, who.userId);
    await goBack(client);
    const own = await browserOf(who);
    const { data } = await own.graphql(
      '{ recentActivities(limit: 2) { template metadata actor { id first_name } } }',
    );
    const actor = { id: staff.userId, first_name: 'Priya' };
    expect(data.recentActivities).toEqual([
      { template: 'LOGIN_AS_CUSTOMER', metadata: { ended: true }, actor },
      { template: 'LOGIN_AS_CUSTOMER', metadata: {}, actor },
    ]);
    await expect
      .poll(async () => {
        const news = await own.graphql('{ getNotifications { data { template user_id } } }');
        const mails = await db()
          .selectFrom('mail_outbox')
          .select(['subject', 'plain'])
          .where('to_address', '=', who.email)
          .execute();
        return [news.data.getNotifications.data, mails.map(({ subject }) => subject)];
      })
      .toEqual([
        [{ template: 'LOGIN_AS_CUSTOMER', user_id: who.userId }],
        ['A staff member worked in your account'],
      ]);
    const mail = await db()
      .selectFrom('mail_outbox')
      .select('plain')
      .where('to_address', '=', who.email)
      .executeTakeFirstOrThrow();
    expect(mail.plain).toMatch(
      /Priya Nair of Banksia House was in your account from \d\d:\d\d to \d\d:\d\d \(Melbourne time\) on \d+ \w+ 20\d\d/,
    );
  });
});
