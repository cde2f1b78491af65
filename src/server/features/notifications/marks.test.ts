import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultNotificationSettings } from '../../../domain/accounts/notification-settings.ts';
import type { NotificationTemplate } from '../../../domain/activities.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import {
  getNotifications,
  notificationSettings,
  recentActivities,
  updateAllNotifications,
  updateLastViewedNotifications,
  updateNotification,
  updateNotificationSettings,
} from './operations.ts';
import { announce, findStaffFor } from './store.ts';

let test: TestServices;

beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

const as = (who: TestPerson) => contextFor(test.services, who.actor);

async function sendNotice(
  template: NotificationTemplate,
  about: TestPerson,
  receivers: readonly TestPerson[],
  metadata: Record<string, string> = {},
): Promise<void> {
  const announcement = { eventId: randomUUID(), template, metadata, userId: about.userId, at: new Date() };
  await announce(
    test.services.db,
    announcement,
    receivers.map(({ userId }) => userId),
  );
}

const templatesOf = async (who: TestPerson) =>
  (await getNotifications.call(as(who), { limit: 50 })).data.map(({ template }) => template);

describe('marking notifications read', () => {
  it('marks one, only for its receiver [API-25, NOTIF-09, security 2]', async () => {
    const [ann, bob] = [await person(test.services), await person(test.services)];
    await sendNotice('TEST', ann, [ann]);
    await sendNotice('ACP_OPENED', ann, [ann]);
    const [newest, older] = (await getNotifications.call(as(ann), {})).data;
    await expect(updateNotification.call(as(bob), { id: newest!.id })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(updateNotification.call(as(ann), { id: randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(updateNotification.call(as(ann), { id: 'all' })).rejects.toMatchObject({ code: 'invalid' });
    expect(await updateNotification.call(as(ann), { id: newest!.id })).toMatchObject({
      id: newest!.id,
      read: true,
    });
    const after = await getNotifications.call(as(ann), {});
    expect([after.count, after.unread]).toEqual([2, 1]);
    expect(after.data.map(({ id, read }) => [id, read])).toEqual([
      [newest!.id, true],
      [older!.id, false],
    ]);
  });

  it('marks all of them, and none of another person [API-24, NOTIF-03, NOTIF-11, security 2]', async () => {
    const [ann, bob] = [await person(test.services), await person(test.services)];
    await sendNotice('TEST', ann, [ann, bob]);
    await sendNotice('ACP_OPENED', ann, [ann]);
    await expect(updateAllNotifications.call(as(bob), { user_id: ann.userId })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await updateAllNotifications.call(as(ann), { user_id: ann.userId })).toEqual({ count: 2 });
    expect(await updateAllNotifications.call(as(ann), { user_id: ann.userId })).toEqual({ count: 0 });
    expect((await getNotifications.call(as(ann), {})).unread).toBe(0);
    expect((await getNotifications.call(as(bob), {})).unread).toBe(1);
  });

  it('stores when the bell was opened [API-64, GAP-74]', async () => {
    const ann = await person(test.services);
    const { last_viewed_notifications } = await updateLastViewedNotifications.call(as(ann), {});
    const row = await test.services.db
      .selectFrom('users')
      .select('last_viewed_notifications')
      .where('id', '=', ann.userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ last_viewed_notifications });
  });

  it('is not possible for staff in the account of a customer [D-14]', async () => {
    const ann = await person(test.services);
    await sendNotice('TEST', ann, [ann]);
    const [one] = (await getNotifications.call(as(ann), {})).data;
    const visiting = contextFor(test.services, { ...ann.actor, actingStaffId: randomUUID() });
    for (const call of [
      () => updateNotification.call(visiting, { id: one!.id }),
      () => updateAllNotifications.call(visiting, { user_id: ann.userId }),
      () => updateLastViewedNotifications.call(visiting, {}),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    expect((await getNotifications.call(visiting, {})).unread).toBe(1);
  });
});

describe('notification settings', () => {
  it('begin with everything on, and store what is chosen [SET-04, SET-05, SET-06, GAP-75]', async () => {
    const nurse = await person(test.services, {
      role: 'providerview',
      providerId: await provider(test.services),
    });
    expect(await notificationSettings.call(as(nurse), {})).toEqual(defaultNotificationSettings);
    const chosen = {
      new_customers: false,
      new_users: true,
      acp_completed: true,
      acp_updated: false,
      frequency: 'important',
      email_frequency: 'annually',
    } as const;
    expect(await updateNotificationSettings.call(as(nurse), chosen)).toEqual(chosen);
    expect(await notificationSettings.call(as(nurse), {})).toEqual(chosen);
    await updateNotificationSettings.call(as(nurse), { ...chosen, frequency: 'none' });
    expect((await notificationSettings.call(as(nurse), {})).frequency).toBe('none');
  });

  it('are for staff only, each for themselves, and accept nothing else [security 7]', async () => {
    const [ann, nurse] = [await person(test.services), await person(test.services, { role: 'admin' })];
    for (const call of [
      () => notificationSettings.call(as(ann), {}),
      () => updateNotificationSettings.call(as(ann), defaultNotificationSettings),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
    for (const wrong of [
      {},
      { ...defaultNotificationSettings, frequency: 'daily' },
      { ...defaultNotificationSettings, email_frequency: 'weekly' },
      { ...defaultNotificationSettings, new_users: 'yes' },
      { ...defaultNotificationSettings, user_id: ann.userId },
      { ...defaultNotificationSettings, digest_sent_until: new Date() },
    ])
      await expect(updateNotificationSettings.call(as(nurse), wrong)).rejects.toMatchObject({
        code: 'invalid',
      });
  });

  it('decide what is announced to each receiver [GAP-75, SET-04, SET-05]', async () => {
    const ann = await person(test.services);
    const make = async (some: Partial<typeof defaultNotificationSettings>) => {
      const one = await person(test.services, { role: 'admin' });
      await updateNotificationSettings.call(as(one), { ...defaultNotificationSettings, ...some });
      return one;
    };
    const everything = await person(test.services, { role: 'admin' });
    const noUpdates = await make({ acp_updated: false });
    const important = await make({ frequency: 'important' });
    const nothing = await make({ frequency: 'none' });
    const staff = [everything, noUpdates, important, nothing];
    for (const template of ['ACP_UPDATED', 'ACP_COMPLETED', 'LOGIN_AS_CUSTOMER'] as const)
      await sendNotice(template, ann, staff);
    expect(await templatesOf(everything)).toEqual(['LOGIN_AS_CUSTOMER', 'ACP_COMPLETED', 'ACP_UPDATED']);
    expect(await templatesOf(noUpdates)).toEqual(['LOGIN_AS_CUSTOMER', 'ACP_COMPLETED']);
    expect(await templatesOf(important)).toEqual(['LOGIN_AS_CUSTOMER', 'ACP_COMPLETED']);
    expect(await templatesOf(nothing)).toEqual(['LOGIN_AS_CUSTOMER']);
  });
});

describe('the names in a notification', () => {
  it('are the current names of the person it is about, the actor and the provider [ENT-11, GAP-72]', async () => {
    const banksia = await provider(test.services, 'Banksia House');
    const nurse = await person(test.services, {
      role: 'provideradmin',
      providerId: banksia,
      firstName: 'Tom',
    });
    const ann = await person(test.services, { firstName: 'Ann' });
    await sendNotice('LOGIN_AS_CUSTOMER', ann, [ann], { actor_id: nurse.userId, provider_id: banksia });
    await sendNotice('TEST', ann, [ann], { actor_id: "' or 1 = 1", provider_id: 'x' });
    const notices = (await getNotifications.call(as(ann), {})).data;
    const [plain, odd] = [notices.find(({ actor }) => actor), notices.find(({ actor }) => !actor)];
    expect(plain).toMatchObject({
      user: { first_name: 'Ann' },
      actor: { id: nurse.userId, first_name: 'Tom' },
      provider: 'Banksia House',
    });
    expect(odd).toMatchObject({ actor: null, provider: null });
  });
});

describe('the recent activity of staff', () => {
  it("contains the people under their provider, and for the platform's staff everyone [GAP-31, DASH-17, ENT-23, security 4]", async () => {
    const { db } = test.services;
    const [banksia, acacia] = [await provider(test.services), await provider(test.services, 'Acacia Lodge')];
    const [ann, bob] = [
      await person(test.services, { providerId: banksia, firstName: 'Ann' }),
      await person(test.services, { providerId: acacia, firstName: 'Bob' }),
    ];
    const at = new Date(Date.now() + 60_000);
    for (const { userId } of [ann, bob])
      await db
        .insertInto('recent_activities')
        .values({
          template: 'FILE_UPLOADED',
          metadata: JSON.stringify({ file: 'HIV test.pdf' }),
          user_id: userId,
          actor_id: userId,
          created_at: at,
        })
        .execute();
    const linesOf = async (spec: Parameters<typeof person>[1]) =>
      recentActivities.call(as(await person(test.services, spec)), { limit: 20 });
    for (const role of ['provideradmin', 'providerview'] as const) {
      const lines = await linesOf({ role, providerId: banksia });
      expect(new Set(lines.map(({ user }) => user.first_name))).toEqual(new Set(['Ann']));
      expect(lines.map(({ metadata }) => metadata)).toEqual(lines.map(() => ({})));
    }
    const all = await linesOf({ role: 'tlcadmin' });
    expect(all.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([ann.userId, bob.userId]));
    expect(JSON.stringify(all)).not.toContain('HIV');
    expect(await linesOf({ role: 'provideradmin' })).toEqual([]);
    const own = await recentActivities.call(as(ann), {});
    expect(own[0]?.metadata).toEqual({ file: 'HIV test.pdf' });
    expect(own.map(({ user_id }) => user_id)).not.toContain(bob.userId);
  });

  it('includes providers below one’s own, but not above [security 4]', async () => {
    const top = await provider(test.services, 'Heath Group');
    const below = await provider(test.services, 'Heath Lodge', top);
    await person(test.services, { providerId: below, firstName: 'Cara' });
    await person(test.services, { providerId: top, firstName: 'Dora' });
    const namesFor = async (providerId: string) => {
      const nurse = await person(test.services, { role: 'providerview', providerId });
      const lines = await recentActivities.call(as(nurse), {});
      return lines.map(({ user }) => user.first_name ?? '').sort((one, next) => one.localeCompare(next));
    };
    expect(await namesFor(top)).toEqual(['Cara', 'Dora']);
    expect(await namesFor(below)).toEqual(['Cara']);
  });
});

describe('the staff to notify about a customer', () => {
  it('is the staff of their provider and of those above it, and the administrators [GAP-72, security 4]', async () => {
    const [banksia, acacia] = [await provider(test.services), await provider(test.services, 'Acacia Lodge')];
    const ann = await person(test.services, { providerId: banksia });
    const nurse = await person(test.services, { role: 'providerview', providerId: banksia });
    const other = await person(test.services, { role: 'provideradmin', providerId: acacia });
    const staffIds = await findStaffFor(test.services.db, ann.userId);
    expect(staffIds).toContain(nurse.userId);
    expect(staffIds).not.toContain(other.userId);
    expect(staffIds).not.toContain(ann.userId);
  });
});
