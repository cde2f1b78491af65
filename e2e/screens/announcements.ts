import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { NotificationTemplate } from '../../src/domain/activities.ts';
import { announce } from '../../src/server/features/notifications/store.ts';
import type { TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';

let minutes = 0;

/** Sends announcements to one person, each a minute after the previous one. */
export async function sendNotice(
  app: TestApp,
  who: TestPerson,
  template: NotificationTemplate = 'ACP_UPDATED',
  metadata = {},
): Promise<void> {
  minutes += 1;
  const at = new Date(Date.UTC(2026, 3, 2, 0, minutes));
  const announcement = { eventId: randomUUID(), template, metadata, userId: who.userId, at };
  await announce(app.services.db, announcement, [who.userId]);
}

/** Sends the same announcement several times. */
export async function sendNotices(app: TestApp, who: TestPerson, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await sendNotice(app, who);
}

/** Returns a person's number of unread notifications, as stored on the server. */
export const unreadOf = async (app: TestApp, { userId }: TestPerson) =>
  (
    await app.services.db
      .selectFrom('notifications')
      .select('id')
      .where('receiver_id', '=', userId)
      .where('read', '=', false)
      .execute()
  ).length;

/** The bell, by its accessible name. */
export const bell = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });
