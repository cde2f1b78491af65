import type { Page, WebSocketRoute } from '@playwright/test';
import { bell, sendNotice } from '../screens/announcements.ts';
import { expect, mainOnce, noteRequests, phone, stopClock, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Waits until the page has subscribed over its web socket. */
const listening = (page: Page) =>
  page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"next"'),
    }),
  );

for (const language of languages) {
  test.describe(`live notifications, in ${language}`, () => {
    test.use({ language });

    test(`an open page shows a new one at once, and announces it politely [NOTIF-13, NOTIF-08] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      const ready = listening(page);
      await page.goto('/notifications');
      await ready;
      await expect(page.getByText(t('notification.page.empty'))).toBeVisible();
      await sendNotice(app, who, 'ACP_OPENED');
      await expect(bell(page, t('layout.bell.unread', { count: 1 }))).toBeVisible();
      await expect(page.getByRole('main').getByRole('listitem')).toContainText(
        t('notification.ACP_OPENED.owner'),
      );
      await expect(page.locator('[data-live-announcer]')).toHaveText(
        t('notification.newAnnounce', { count: 1 }),
      );
    });
  });
}

test(`a page whose connection broke reconnects and catches up ${phone} [fault 23, NOTIF-13]`, async ({
  page,
  app,
  signedIn,
}) => {
  const who = await signedIn();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/api/graphql', (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.goto('/dashboard');
  await expect.poll(() => sockets.length).toBe(1);
  await expect(bell(page, 'Notifications, all read')).toBeVisible();
  await page.waitForTimeout(1_000);
  await sockets[0]!.close({ code: 1012 });
  await sendNotice(app, who);
  await expect.poll(() => sockets.length).toBe(2);
  await expect(bell(page, 'Notifications, 1 not read')).toBeVisible();
});

test('a page without a web socket polls every minute [GAP-73, NOTIF-13]', async ({ page, app, signedIn }) => {
  const who = await signedIn();
  await page.clock.install();
  await page.routeWebSocket('**/api/graphql', (socket) => socket.close({ code: 1013 }));
  await page.goto('/dashboard');
  await expect(bell(page, 'Notifications, all read')).toBeVisible();
  await stopClock(page);
  const sent = noteRequests(page, 'getNotifications');
  await sendNotice(app, who);
  await page.clock.runFor(50_000);
  expect(sent).toEqual([]);
  await page.clock.runFor(15_000);
  await expect(bell(page, 'Notifications, 1 not read')).toBeVisible();
  expect(sent.map(({ variables }) => variables)).toEqual([{ offset: 0, limit: 1 }]);
});

test('a page whose session ended elsewhere shows it at the next event [fault 21, security 18]', async ({
  page,
  app,
  signedIn,
}) => {
  const who = await signedIn();
  const ready = listening(page);
  await page.goto('/notifications');
  await ready;
  await app.services.db.deleteFrom('sessions').where('user_id', '=', who.userId).execute();
  await sendNotice(app, who);
  await expect(page.getByRole('alertdialog')).toBeVisible();
});
