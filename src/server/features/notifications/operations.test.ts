import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/access/actors.ts';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { getNotifications, recentActivities } from './operations.ts';
import { announce } from './store.ts';

describe('notifications and activities', () => {
  let test: TestServices;
  let ann: TestPerson;
  let nurse: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    const { services } = test;
    ann = await person(services, { firstName: 'Ann', lastName: 'Lee' });
    nurse = await person(services, { role: 'admin' });
    for (let number = 1; number <= 12; number += 1) {
      const at = new Date(Date.UTC(2026, 10, 1, 0, number));
      const announcement = {
        eventId: `e${number}`,
        template: 'ACP_UPDATED',
        metadata: { plan_version: number },
        userId: ann.userId,
        at,
      } as const;
      await announce(services.db, announcement, [nurse.userId]);
      await announce(services.db, announcement, [nurse.userId]);
      await services.db
        .insertInto('recent_activities')
        .values({
          template: 'ACP_UPDATED',
          metadata: '{}',
          user_id: ann.userId,
          actor_id: number % 2 ? ann.userId : nurse.userId,
          created_at: at,
        })
        .execute();
    }
    await services.db
      .updateTable('notifications')
      .set({ read: true })
      .where('created_at', '<', new Date(Date.UTC(2026, 10, 1, 0, 5)))
      .execute();
  });
  afterAll(() => test.close());

  const as = (who: TestPerson) => contextFor(test.services, who.actor);
  const asActor = (actor: Actor) => ({ ...as(ann), actor });

  it('lists the newest ten, with the total and the number of unread ones [API-23, NOTIF-04, ENT-11, ENT-12]', async () => {
    const { count, unread, data } = await getNotifications.call(as(nurse), {});
    expect([count, unread, data.length]).toEqual([12, 8, 10]);
    expect(data[0]).toMatchObject({
      template: 'ACP_UPDATED',
      metadata: { plan_version: 12 },
      receiver_id: nurse.userId,
      user_id: ann.userId,
      read: false,
      user: { id: ann.userId, first_name: 'Ann', last_name: 'Lee' },
    });
  });

  it('continues from an offset, with the requested number [API-23, NOTIF-06]', async () => {
    const { data } = await getNotifications.call(as(nurse), { offset: 10, limit: 5 });
    expect(data.map(({ metadata }) => metadata['plan_version'])).toEqual([2, 1]);
    const bell = await getNotifications.call(as(nurse), { offset: null, limit: 5 });
    expect(bell.data.map(({ metadata }) => metadata['plan_version'])).toEqual([12, 11, 10, 9, 8]);
  });

  it("does not show another person's notifications or activities [security 2]", async () => {
    expect(await getNotifications.call(as(ann), {})).toEqual({ count: 0, unread: 0, data: [] });
    const bob = await person(test.services);
    expect((await recentActivities.call(as(bob), {})).map(({ user_id }) => user_id)).toEqual([bob.userId]);
    for (const call of [getNotifications, recentActivities]) {
      await expect(call.call(asActor({ kind: 'visitor' }), {})).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      await expect(call.call(asActor({ kind: 'emergency', userId: ann.userId }), {})).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      await expect(call.call(as(ann), { user_id: nurse.userId })).rejects.toMatchObject({ code: 'invalid' });
    }
  });

  it('refuses pages that are too large or before the first [security 27]', async () => {
    for (const input of [
      { limit: 51 },
      { limit: 0 },
      { offset: -1 },
      { limit: 1.5 },
      { limit: '5' },
      { offset: 1e9 },
    ]) {
      await expect(getNotifications.call(as(ann), input)).rejects.toMatchObject({ code: 'invalid' });
    }
    await expect(recentActivities.call(as(ann), { limit: 21 })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('lists the last four activities with their actors [DASH-17, ENT-23]', async () => {
    const { db } = test.services;
    await db.deleteFrom('recent_activities').where('template', '<>', 'ACP_UPDATED').execute();
    const activities = await recentActivities.call(as(ann), {});
    expect(activities).toHaveLength(4);
    expect(activities[0]).toMatchObject({
      template: 'ACP_UPDATED',
      user_id: ann.userId,
      actor: { id: nurse.userId },
    });
    expect(activities[1]).toMatchObject({ actor: { id: ann.userId, first_name: 'Ann', last_name: 'Lee' } });
    expect(await recentActivities.call(as(ann), { limit: 2 })).toHaveLength(2);
  });
});
