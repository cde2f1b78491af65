import { provider } from '../../testing/people.ts';
import { bell, sendNotice, sendNotices, unreadOf } from '../screens/announcements.ts';
import { axeFindings, settled, sidewaysBy } from '../axe.ts';
import { eachWidthOnce, escapeFrom, expect, main, mainOnce, noteRequests, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`notifications, in ${language}`, () => {
    test.use({ language });

    test(`the bell shows the number of unread ones, opens the last five, and marks all as read ${eachWidthOnce(language)} [LAYOUT-01, NOTIF-06, NOTIF-07, NOTIF-08, NOTIF-10, NOTIF-11, GAP-74] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      await sendNotices(app, who, 6);
      await sendNotice(app, who, 'ACP_OPENED');
      await page.goto('/dashboard');
      await bell(page, t('layout.bell.unread', { count: 7 })).click();
      const list = page.getByRole('dialog', { name: t('notification.bell.title') });
      await expect(list.getByRole('listitem')).toHaveCount(5);
      await expect(list.getByRole('listitem').first()).toContainText(t('notification.ACP_OPENED.owner'));
      await expect(list.getByRole('listitem').first()).toContainText(t('notification.page.unread'));
      await expect(page.locator('.tool .n')).toHaveCount(0);
      await expect.poll(() => unreadOf(app, who)).toBe(0);
      const { last_viewed_notifications } = await app.services.db
        .selectFrom('users')
        .select('last_viewed_notifications')
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(last_viewed_notifications).toBeInstanceOf(Date);
      await list.getByRole('link', { name: t('notification.bell.seeAll') }).click();
      await expect(page).toHaveURL('/notifications');
      await expect(page.getByRole('heading', { level: 1, name: t('notification.page.title') })).toBeVisible();
      await expect(bell(page, t('layout.bell.none'))).toBeVisible();
    });

    test('the bell works by keyboard only, and returns focus [NOTIF-06]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      await sendNotice(app, who, 'ACP_OPENED');
      await page.goto('/dashboard');
      const button = bell(page, t('layout.bell.unread', { count: 1 }));
      await button.focus();
      await page.keyboard.press('Enter');
      const list = page.getByRole('dialog', { name: t('notification.bell.title') });
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await escapeFrom(page, list);
      await expect(bell(page, t('layout.bell.none'))).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list.and(page.locator(':focus-within'))).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(list.getByRole('link').first()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/settings/privacy');
      await expect(list).toBeHidden();
    });

    test(`the page loads ten at a time, a second after its end becomes visible ${eachWidthOnce(language)} [NOTIF-01, NOTIF-02, NOTIF-04, NOTIF-05]`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      await sendNotices(app, who, 23);
      const sent = noteRequests(page, 'getNotifications');
      await page.goto('/notifications');
      const items = page.getByRole('main').getByRole('listitem');
      await expect(items).toHaveCount(10);
      await items.last().scrollIntoViewIfNeeded();
      await expect(page.getByText(t('notification.page.loadingMore'))).toBeVisible();
      const began = Date.now();
      await expect(items).toHaveCount(20);
      expect(Date.now() - began).toBeGreaterThan(700);
      await items.last().scrollIntoViewIfNeeded();
      await expect(items).toHaveCount(23);
      await expect(page.getByText(t('notification.page.end'))).toBeVisible();
      const parts = sent.map(({ variables }) => variables).filter(({ limit }) => limit === 10);
      expect(parts.map(({ offset }) => offset).filter((offset) => offset > 0)).toEqual([10, 20]);
    });

    test('one, or all, are marked as read, also by keyboard [NOTIF-03, NOTIF-09]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      await sendNotices(app, who, 3);
      await page.goto('/notifications');
      const main = page.getByRole('main');
      const marks = main.getByRole('listitem').getByRole('button', { name: t('notification.page.mark_one') });
      await expect(marks).toHaveCount(3);
      await expect(main.getByText(t('notification.page.leadNew', { count: 3 }))).toBeVisible();
      await marks.first().focus();
      await page.keyboard.press('Enter');
      await expect(marks).toHaveCount(2);
      await expect(main.getByRole('listitem').first()).toBeFocused();
      await expect.poll(() => unreadOf(app, who)).toBe(2);
      await main.getByRole('button', { name: t('notification.page.markAll') }).press('Enter');
      await expect(marks).toHaveCount(0);
      await expect(main.getByText(t('notification.page.allRead'))).toBeFocused();
      await expect(bell(page, t('layout.bell.none'))).toBeVisible();
      await expect.poll(() => unreadOf(app, who)).toBe(0);
      await page.reload();
      await expect(main.getByRole('listitem')).toHaveCount(3);
      await expect(marks).toHaveCount(0);
    });

    test.describe('checked with axe', () => {
      test.use({ contextOptions: { reducedMotion: 'reduce' } });
      test('no axe finding and no overflow at 320 px, on the bell, the page and the settings [LAYOUT-01, NOTIF-01, SET-04]', async ({
        page,
        t,
        app,
        newCustomer,
        enter,
      }) => {
        test.setTimeout(300_000);
        const look = async (name: string) => {
          for (const [width, colorScheme] of [
            [1440, language === 'en' ? 'light' : 'dark'],
            [390, language === 'en' ? 'dark' : 'light'],
          ] as const) {
            await page.setViewportSize({ width, height: 844 });
            await page.emulateMedia({ colorScheme });
            await settled(page, colorScheme);
            expect.soft(await axeFindings(page), `${name}, ${width} px`).toEqual([]);
          }
          await page.setViewportSize({ width: 320, height: 640 });
          await expect.poll(() => sidewaysBy(page), { message: `${name} at 320 px` }).toBe(0);
          await page.setViewportSize({ width: 1440, height: 900 });
        };
        const nurse = await newCustomer({ role: 'provideradmin', providerId: await provider(app.services) });
        await enter(nurse);
        for (const template of ['ACP_SIGNUP', 'ACP_COMPLETED', 'ACP_UPDATED'] as const)
          await sendNotice(app, nurse, template);
        await page.goto('/notifications');
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
        await look('page');
        await bell(page, t('layout.bell.unread', { count: 3 })).click();
        await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
        await look('bell');
        await page.goto('/provider/settings/notification');
        await expect(page.getByRole('checkbox')).toHaveCount(4);
        await look('settings');
      });
    });

    test(`staff choose their notifications [SET-04, SET-05, SET-06] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const nurse = await newCustomer({ role: 'providerview', providerId: await provider(app.services) });
      await enter(nurse);
      await page.goto('/provider/settings/notification');
      const form = page.getByRole('main');
      await form.getByRole('checkbox', { name: t('settings.notification.acpUpdated') }).uncheck();
      await form.getByRole('radio', { name: t('settings.notification.frequencyImportant') }).check();
      await form.getByRole('radio', { name: t('settings.notification.emailAnnually') }).check();
      await form.getByRole('button', { name: t('common.save') }).click();
      await expect(form.getByRole('button', { name: t('common.saved') })).toBeVisible();
      await page.reload();
      await expect(
        form.getByRole('checkbox', { name: t('settings.notification.acpUpdated') }),
      ).not.toBeChecked();
      await expect(
        form.getByRole('checkbox', { name: t('settings.notification.acpCompleted') }),
      ).toBeChecked();
      await expect(
        form.getByRole('radio', { name: t('settings.notification.frequencyImportant') }),
      ).toBeChecked();
      await expect(form.getByRole('radio', { name: t('settings.notification.emailAnnually') })).toBeChecked();
    });
  });
}

test('a click on a notification’s link marks it as read and opens the link [NOTIF-09]', async ({
  page,
  app,
  signedIn,
}) => {
  const who = await signedIn();
  await sendNotice(app, who, 'ACP_OPENED');
  await page.goto('/notifications');
  await page.getByRole('link', { name: 'See who opened it' }).click();
  await expect(page).toHaveURL('/settings/privacy');
  await expect.poll(() => unreadOf(app, who)).toBe(0);
});

test('failed marking shows an error, and marks nothing [NOTIF-09]', async ({ page, app, signedIn }) => {
  const who = await signedIn();
  await sendNotice(app, who, 'ACP_OPENED');
  await page.goto('/notifications');
  const mark = page.getByRole('button', { name: 'Mark as read' });
  await expect(mark).toBeVisible();
  await page.route('**/api/graphql', (route) =>
    /updateNotification/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
  );
  await mark.click();
  await expect(
    page.getByRole('status').filter({ hasText: 'did not work' }).or(page.locator('.snack')),
  ).toBeVisible();
  await expect(mark).toBeVisible();
  expect(await unreadOf(app, who)).toBe(1);
});

test(`the pages of notifications require a session, and the settings are for staff [SET-04, NOTIF-01] ${main}`, async ({
  page,
  signedIn,
}) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/login\?returnPath=%2Fnotifications/);
  await signedIn();
  for (const address of ['/provider/settings/notification', '/admin/settings/notification']) {
    await page.goto(address);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('the dashboard of staff lists activities of their provider’s people, four at most [DASH-17, GAP-31, security 4]', async ({
  page,
  app,
  newCustomer,
  signedIn,
}) => {
  const banksia = await provider(app.services);
  for (const firstName of ['Ann', 'Bea', 'Cara', 'Dora', 'Eve'])
    await newCustomer({ providerId: banksia, firstName, lastName: 'Lee' });
  await newCustomer({ providerId: await provider(app.services, 'Acacia Lodge'), firstName: 'Zoe' });
  await signedIn({ role: 'provideradmin', providerId: banksia });
  await page.goto('/dashboard');
  const lines = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toContainText('Eve Lee opened an account');
  await expect(page.getByRole('main')).not.toContainText('Zoe');
});
