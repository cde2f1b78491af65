import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { provider } from '../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { signed } from '../saved-plan.ts';
import { escapeFrom, expect, mainOnce, stopClock, test } from '../wattle.ts';
import { exactly, languages } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

/** The button in the control panel. The part "What is missing" may contain another one with the same name before it. */
const enterButton = (page: Page, t: Translate) => page.getByRole('button', { name: t('lac.action') }).last();

for (const language of languages) {
  test.describe(`login as customer, in ${language}`, () => {
    test.use({ language });

    test(`an editor enters from the customer’s page, sees the customer’s pages, and goes back [LAC-01, LAC-02, LAC-03, ERR-17, API-33, GAP-15, MENU-06] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const providerId = await provider(app.services);
      const customer = await newCustomer({ ...signed(), providerId, firstName: 'Lin Mei', lastName: 'Chen' });
      const staff = await newCustomer({ role: 'provideradmin', providerId, firstName: 'Priya' });
      const name = 'Lin Mei Chen';
      const banner = page.getByRole('region', { name: t('lac.banner', { customer: name }) });

      await enter(staff);
      await page.goto(`/provider/customers/${customer.userId}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.getByText('Banksia House')).toBeVisible();
      await enterButton(page, t).click();
      const dialog = page.getByRole('dialog', { name: t('lac.confirm.title', { customer: name }) });
      await expect(dialog.getByText(t('lac.limits'))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);

      await dialog.getByRole('button', { name: t('lac.confirm.button') }).click();
      await expect(errorSummary(dialog)).toContainText(t('lac.confirm.reasonMissing'));
      await dialog.getByRole('textbox', { name: t('lac.confirm.reason') }).fill('She rang for help');
      const ownPassword = dialog.getByRole('textbox', { name: t('lac.confirm.password') });
      await ownPassword.fill('Not-my-password-1');
      await dialog.getByRole('button', { name: t('lac.confirm.button') }).click();
      await expect(ownPassword).toHaveAccessibleDescription(t('error.lac.password'));
      await expect(dialog.getByRole('textbox', { name: t('lac.confirm.reason') })).toHaveValue(
        'She rang for help',
      );
      await ownPassword.fill(staff.password);
      await page.clock.install();
      const [request] = await Promise.all([
        page.waitForRequest('**/api/auth/login-as-customer'),
        dialog.getByRole('button', { name: t('lac.confirm.button') }).click(),
      ]);
      expect(request.postDataJSON()).toEqual({
        customerId: customer.userId,
        reason: 'She rang for help',
        password: staff.password,
      });
      await expect(page).toHaveURL('/dashboard');
      // A message under the pointer does not disappear.
      await page.mouse.move(0, 0);
      const wait = page.getByText(t('success.loggingIn', { customer: name }));
      await expect(wait).toBeVisible();
      await stopClock(page);
      // It is shown for 10 seconds, some of which had passed before the clock was stopped.
      await page.clock.runFor(6_000);
      await expect(wait).toBeVisible();
      await page.clock.runFor(4_500);
      await expect(wait).toBeHidden();
      await page.clock.resume();

      await expect(banner).toContainText(t('lac.bannerTime', { count: 60 }));
      await expect(banner).toContainText(t('lac.limits'));
      await expect(page.getByText(t('dash.subtitleComplete'))).toHaveCount(0);
      await expect(page.getByRole('link', { name: t('dash.viewPlan') })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      for (const place of ['/my-acp', '/settings/general', '/questionnaire/step3', '/settings/password']) {
        await page.goto(place);
        await expect(banner).toBeVisible();
      }
      await expect(page.getByText(t('lac.only.password', { customer: 'Lin Mei Chen' }))).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sidewaysBy(page)).toBe(0);

      await banner.getByRole('button', { name: t('lac.return') }).click();
      await expect(page).toHaveURL(`/provider/customers/${customer.userId}`);
      await expect(page.getByText(t('lac.ended.title'))).toBeVisible();
      await expect(banner).toBeHidden();
      await page.goto('/dashboard');
      await expect(page.getByText(t('dash.work.title'))).toBeVisible();

      const activities = await app.services.db
        .selectFrom('recent_activities')
        .select('metadata')
        .where('user_id', '=', customer.userId)
        .where('template', '=', 'LOGIN_AS_CUSTOMER')
        .execute();
      expect(activities).toHaveLength(2);
    });

    test('a customer whose account cannot be entered is named with the reason, and nothing typed is lost [ERR-18, ERR-19, ERR-20, GAP-17]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const customer = await newCustomer({ firstName: 'Rosa', lastName: 'Blum' });
      const admin = await newCustomer({ role: 'admin' });
      const become = (more: Record<string, unknown>) =>
        app.services.db.updateTable('users').set(more).where('id', '=', customer.userId).execute();
      await enter(admin);
      await page.goto(`/admin/customers/${customer.userId}`);
      await enterButton(page, t).click();
      const dialog = page.getByRole('dialog');
      const reason = dialog.getByRole('textbox', { name: t('lac.confirm.reason') });
      const go = dialog.getByRole('button', {
        name: exactly(t('lac.confirm.button'), t('common.tryAgain')),
      });
      await reason.fill('She rang for help');
      await dialog.getByRole('textbox', { name: t('lac.confirm.password') }).fill(admin.password);

      await become({ email_verified_at: null });
      await go.click();
      await expect(errorSummary(dialog)).toContainText(
        t('error.emailConfirmationUser', { customer: 'Rosa Blum' }),
      );
      await become({ email_verified_at: new Date(), status: 'archived' });
      await go.click();
      await expect(errorSummary(dialog)).toContainText(t('error.lac.general'));
      await become({ status: 'suspended' });
      await go.click();
      await expect(errorSummary(dialog)).toContainText(t('error.lac.suspended'));
      await page.route('**/api/auth/login-as-customer', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      );
      await go.click();
      await expect(errorSummary(dialog)).toContainText(t('error.lac.server'));
      await page.unrouteAll();
      await page.route('**/api/auth/login-as-customer', (route) => route.abort('connectionreset'));
      await go.click();
      await expect(errorSummary(dialog)).toContainText(t('error.noAnswer'));
      await expect(reason).toHaveValue('She rang for help');
      await escapeFrom(page, dialog);
      await expect(enterButton(page, t)).toBeFocused();

      await page.unrouteAll();
      await page.reload();
      await expect(page.getByText(t('error.lac.suspended'))).toBeVisible();
      await expect(enterButton(page, t)).toHaveAttribute('aria-disabled', 'true');
    });

    test('when the sixty minutes are over, typed text stays and the way back is shown [D-14, GAP-15]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const customer = await newCustomer({ firstName: 'Rosa', lastName: 'Blum' });
      const admin = await newCustomer({ role: 'admin' });
      await enter(admin);
      await enterAccount(page, t, customer.userId, admin.password);
      await app.services.db
        .updateTable('sessions')
        .set({ absolute_expires_at: new Date(Date.now() + 2_000) })
        .where('acting_staff_id', '=', admin.userId)
        .execute();
      await page.goto('/questionnaire/step3');
      const over = page.getByRole('alertdialog', { name: t('lac.ended.time') });
      await expect(over).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(over).toBeVisible();
      await over.getByRole('button', { name: t('lac.return') }).click();
      await expect(page).toHaveURL(`/admin/customers/${customer.userId}`);
      await expect(page.getByText(`${t('lac.ended.title')}. ${t('lac.ended.time')}`)).toBeVisible();

      // The same for a page that is opened only afterwards.
      await enterAccount(page, t, customer.userId, admin.password);
      await app.services.db
        .updateTable('sessions')
        .set({ absolute_expires_at: new Date() })
        .where('acting_staff_id', '=', admin.userId)
        .execute();
      await page.goto('/dashboard');
      await expect(page.getByText(`${t('lac.ended.title')}. ${t('lac.ended.time')}`)).toBeVisible();
      await expect(page.getByText(t('dash.work.title'))).toBeVisible();
    });
  });
}

/** Enters a customer's account from their page. */
async function enterAccount(page: Page, t: Translate, customerId: string, password: string): Promise<void> {
  await page.goto(`/admin/customers/${customerId}`);
  await enterButton(page, t).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('lac.confirm.reason') }).fill('She rang for help');
  await dialog.getByRole('textbox', { name: t('lac.confirm.password') }).fill(password);
  await dialog.getByRole('button', { name: t('lac.confirm.button') }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: t('lac.return') })).toBeVisible();
}

test('the page keeps the staff member’s language, and the customer’s own setting is unchanged [LANG-01]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const customer = await newCustomer({ language: 'zh' });
  const admin = await newCustomer({ role: 'admin' });
  await enter(admin);
  await enterAccount(page, t, customer.userId, admin.password);
  await page.getByRole('banner').getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU');
  const user = await app.services.db
    .selectFrom('users')
    .select('language')
    .where('id', '=', customer.userId)
    .executeTakeFirstOrThrow();
  expect(user.language).toBe('zh');
});

test('entering and going back work without a mouse [LAC-01, LAC-02]', async ({
  page,
  newCustomer,
  enter,
}) => {
  const customer = await newCustomer({ firstName: 'Rosa', lastName: 'Blum' });
  const admin = await newCustomer({ role: 'admin' });
  await enter(admin);
  await page.goto(`/admin/customers/${customer.userId}`);
  const tabTo = async (name: string, role: 'button' | 'textbox') => {
    const target = page.getByRole(role, { name, exact: true }).last();
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await tabTo('Log in as customer', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo('Why do you need to do this?', 'textbox');
  await page.keyboard.type('She rang for help');
  await tabTo('Your own password', 'textbox');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await tabTo('Return to my account', 'button');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/customers/${customer.userId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('nurses, customers and visitors are offered no way to enter an account [PERM-01, GAP-16, LAC-01]', async ({
  page,
  t,
  app,
  context,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ providerId });
  const address = `/provider/customers/${customer.userId}`;
  await page.goto(address);
  await expect(page).toHaveURL(/\/login\?returnPath=/);
  await signedIn({ role: 'providerview', providerId });
  await page.goto(address);
  await expect(page.getByRole('main')).toContainText(t('error.planAdmin.greyedRole'));
  await expect(page.getByRole('button', { name: t('lac.action') })).toHaveCount(0);
  await context.clearCookies();
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('customer.page.none'));
  await context.clearCookies();
  await signedIn();
  await page.goto(address);
  await expect(page).toHaveURL('/dashboard');
});
