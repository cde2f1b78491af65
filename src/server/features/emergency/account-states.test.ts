import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { typePin } from './emergency.fixture.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

const update = (who: TestPerson, values: object) =>
  app.services.db.updateTable('users').set(values).where('id', '=', who.userId).execute();

const states: Record<string, (who: TestPerson, providerId: string) => Promise<unknown>> = {
  invited: (who) => update(who, { status: 'invited', password_hash: null, email_verified_at: null }),
  active: (who) => update(who, { status: 'active' }),
  suspended: (who) => update(who, { status: 'suspended' }),
  archived: (who) => update(who, { status: 'archived' }),
  'waiting for deletion': (who) =>
    update(who, {
      deletion_requested_at: new Date(),
      delete_on: '2027-01-01',
      deletion_reminded_at: new Date(),
    }),
  'removed by staff': (who) => update(who, { removal_requested_at: new Date(), delete_on: '2027-01-01' }),
  'of an archived provider': (_, id) =>
    app.services.db.updateTable('providers').set({ archived: true }).where('id', '=', id).execute(),
};

describe('the card of a customer', () => {
  it.each(Object.keys(states))(
    'opens the plan and its PDF, with a record and a notification of the owner, if the account is: %s [R-50] [EMERG-01] [D-08] [S-06]',
    async (state) => {
      const providerId = await provider(app.services);
      const who = await person(app.services, {
        providerId,
        plan: { status: 'complete', answers: fullAnswers() },
      });
      await states[state]!(who, providerId);
      const reader = new TestClient(app.url);
      const { status, location } = await typePin(reader, who.shareId, who.pin);
      expect(status).toBe(303);
      expect(await (await reader.fetch(location!)).text()).toContain('<h1>Margaret');
      const pdf = await reader.fetch(`/acp-login/${who.shareId}/plan.pdf`);
      expect(pdf.headers.get('content-type')).toBe('application/pdf');
      const { db } = app.services;
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where chain = ${who.userId} and action = 'openEmergency'`.execute(db);
      expect(rows).toHaveLength(1);
      await vi.waitFor(
        async () => {
          const notices = await db
            .selectFrom('notifications')
            .select('template')
            .where('receiver_id', '=', who.userId)
            .execute();
          expect(notices).toEqual([{ template: 'ACP_OPENED' }]);
          const mails = await sql<{ text: string }>`select plain as text from mail_outbox
            where to_address = ${who.email} and subject = 'Your Wattle emergency page was opened'`.execute(
            db,
          );
          expect(mails.rows).toHaveLength(1);
          // Only an owner who can sign in gets to a new code and PIN.
          const canSignIn =
            (await db.selectFrom('users').select('status').where('id', '=', who.userId).executeTakeFirst())
              ?.status === 'active';
          const { text } = mails.rows[0]!;
          expect([text.includes('/my-acp#new-code'), text.includes('If not, call us on')]).toEqual([
            canSignIn,
            !canSignIn,
          ]);
        },
        { timeout: 20_000, interval: 50 },
      );
    },
  );

  it('opens nothing once the account is deleted [R-50] [security 20]', async () => {
    const who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    await app.services.db.deleteFrom('users').where('id', '=', who.userId).execute();
    expect((await typePin(new TestClient(app.url), who.shareId, who.pin)).status).toBe(403);
  });
});
