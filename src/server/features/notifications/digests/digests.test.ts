import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultNotificationSettings } from '../../../../domain/accounts/notification-settings.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { countDigest, makeDigestsDue } from './digests.ts';
import { updateNotificationSettings } from '../operations.ts';

const melbourne = (text: string) => new Date(`${text}+11:00`);

let test: TestServices;

beforeEach(async () => {
  test = await startServices();
});
afterEach(() => test.close());

const servicesAt = (text: string) => ({ ...test.services, clock: () => melbourne(text) });

/** Creates a staff member who has been there all year. */
async function staff(spec: Parameters<typeof person>[1] = {}): Promise<TestPerson> {
  const one = await person(test.services, { role: 'admin', ...spec });
  await test.services.db
    .updateTable('users')
    .set({ created_at: melbourne('2026-01-01T00:00:00') })
    .where('id', '=', one.userId)
    .execute();
  return one;
}

const choose = (who: TestPerson, some: Partial<typeof defaultNotificationSettings>) =>
  updateNotificationSettings.call(contextFor(test.services, who.actor), {
    ...defaultNotificationSettings,
    ...some,
  });

const due = async () =>
  (
    await test.services.db.selectFrom('outbox').select('payload').where('type', '=', 'digest.due').execute()
  ).map(({ payload }) => payload);

describe('summaries by mail', () => {
  it('are due once for the previous month, by Melbourne time [SET-06, GAP-75, LANG-03]', async () => {
    const { userId } = await staff();
    // The last day of November in Melbourne, and in UTC too.
    expect(await makeDigestsDue(servicesAt('2026-11-30T23:59:00'))).toBe(1);
    expect(await due()).toEqual([
      { user_id: userId, frequency: 'monthly', from: '2026-10-01', to: '2026-11-01' },
    ]);
    expect(await makeDigestsDue(servicesAt('2026-11-30T23:59:30'))).toBe(0);
    // December in Melbourne, November still in UTC.
    expect(await makeDigestsDue(servicesAt('2026-12-01T00:01:00'))).toBe(1);
    expect((await due()).at(-1)).toMatchObject({ from: '2026-11-01', to: '2026-12-01' });
    expect(await makeDigestsDue(servicesAt('2026-12-20T03:30:00'))).toBe(0);
  });

  it('are due once when several processes create them at the same time [GAP-75, fault 23]', async () => {
    for (let count = 0; count < 20; count += 1) await staff();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => makeDigestsDue(servicesAt('2026-11-01T03:30:00'))),
    );
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(20);
    expect(new Set((await due()).map(({ user_id }) => user_id)).size).toBe(20);
    expect(await due()).toHaveLength(20);
  });

  it("follow each staff member's settings [SET-06]", async () => {
    const [monthly, annually, never] = [await staff(), await staff(), await staff()];
    await choose(annually, { email_frequency: 'annually' });
    await choose(never, { email_frequency: 'never' });
    expect(await makeDigestsDue(servicesAt('2026-11-02T03:30:00'))).toBe(1);
    expect(await makeDigestsDue(servicesAt('2027-01-02T03:30:00'))).toBe(2);
    const after = (await due()).slice(1);
    expect(after).toEqual(
      expect.arrayContaining([
        { user_id: monthly.userId, frequency: 'monthly', from: '2026-12-01', to: '2027-01-01' },
        { user_id: annually.userId, frequency: 'annually', from: '2026-01-01', to: '2027-01-01' },
      ]),
    );
  });

  it('are not for customers, for former staff, or for staff who joined later', async () => {
    await person(test.services);
    const left = await staff();
    await test.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', left.userId)
      .execute();
    const fresh = await staff();
    await test.services.db
      .updateTable('users')
      .set({ created_at: melbourne('2026-11-01T00:00:00') })
      .where('id', '=', fresh.userId)
      .execute();
    expect(await makeDigestsDue(servicesAt('2026-11-02T03:30:00'))).toBe(0);
  });

  it("count only the activities of the receiver's people [GAP-75, security 4]", async () => {
    const { db } = test.services;
    const [banksia, acacia] = [await provider(test.services), await provider(test.services, 'Acacia Lodge')];
    const nurse = await staff({ role: 'providerview', providerId: banksia });
    const [ann, bob, other] = [
      await person(test.services, { providerId: banksia }),
      await person(test.services, { providerId: banksia }),
      await person(test.services, { providerId: acacia }),
    ];
    await db.deleteFrom('recent_activities').execute();
    const happened = (template: string, { userId }: TestPerson, at: string) =>
      db
        .insertInto('recent_activities')
        .values({ template, metadata: '{}', user_id: userId, actor_id: userId, created_at: melbourne(at) })
        .execute();
    await happened('accountOpened', ann, '2026-11-01T00:00:00');
    await happened('accountOpened', bob, '2026-10-31T23:59:59');
    await happened('ACP_COMPLETED', ann, '2026-11-30T23:59:59');
    await happened('ACP_UPDATED', ann, '2026-12-01T00:00:00');
    await happened('ACP_UPDATED', bob, '2026-11-15T12:00:00');
    await happened('ACP_UPDATED', bob, '2026-11-16T12:00:00');
    await happened('ACP_OPENED', bob, '2026-11-16T12:00:00');
    for (const template of ['accountOpened', 'ACP_COMPLETED', 'ACP_UPDATED'])
      await happened(template, other, '2026-11-15T12:00:00');
    await db.updateTable('users').set({ status: 'invited' }).where('id', '=', bob.userId).execute();
    const period = { from: '2026-11-01', to: '2026-12-01' };
    expect(await countDigest(db, nurse.userId, period)).toEqual({
      provider: 'Banksia House',
      counts: { signups: 1, users: 0, completed: 1, updated: 2, draft: 1, invited: 1 },
    });
    await choose(nurse, { acp_updated: false, new_users: false });
    expect((await countDigest(db, nurse.userId, period))?.counts).toMatchObject({
      updated: null,
      users: null,
      signups: 1,
    });
    const admin = await staff();
    expect((await countDigest(db, admin.userId, period))?.counts).toMatchObject({
      signups: 2,
      completed: 2,
      updated: 3,
    });
    await choose(admin, { email_frequency: 'never' });
    expect(await countDigest(db, admin.userId, period)).toBeNull();
    expect(await countDigest(db, ann.userId, period)).toBeNull();
  });
});

describe('the mail of a summary', () => {
  let app: TestApp;
  afterAll(() => app?.close());

  it('is sent once, in the language of the receiver, with numbers only [SET-06, GAP-75, security 37]', async () => {
    app = await startApp();
    const banksia = await provider(app.services);
    const nurse = await person(app.services, { role: 'providerview', providerId: banksia, language: 'zh' });
    const admin = await person(app.services, { role: 'admin' });
    const { db } = app.services;
    await db
      .updateTable('users')
      .set({ created_at: melbourne('2026-01-01T00:00:00') })
      .execute();
    const services = { ...app.services, clock: () => melbourne('2026-11-02T03:30:00') };
    await Promise.all([makeDigestsDue(services), makeDigestsDue(services)]);
    const mails = async () =>
      db.selectFrom('mail_outbox').select(['to_address', 'subject', 'plain']).execute();
    for (let tries = 0; tries < 200 && (await mails()).length < 2; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const found = await mails();
    expect(found.map(({ to_address }) => to_address).sort()).toEqual([nurse.email, admin.email].sort());
    const zh = found.find(({ to_address }) => to_address === nurse.email)!;
    expect(zh.subject).toBe('Banksia House：Wattle 每月汇总');
    expect(zh.plain).toContain('2026年10月1日 至 2026年10月31日 的情况');
    expect(zh.plain).toContain('新客户：0');
    const en = found.find(({ to_address }) => to_address === admin.email)!;
    expect(en.subject).toMatch(/: your Wattle month$/);
    expect(en.plain).toContain('What happened from 1 October 2026 to 31 October 2026');
    expect(en.plain).toContain('Nothing happened in this time.');
    expect(en.plain).toMatch(/Plans still in draft: \d/);
  });
});
