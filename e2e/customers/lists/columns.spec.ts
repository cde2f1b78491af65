import type { Page } from '@playwright/test';
import { isInOrder } from '../../axe.ts';
import { fullAnswers } from '../../../testing/people.ts';
import { house, resident } from '../../customers-house.ts';
import { bothWidths, expect, mainOnce, test } from '../../wattle.ts';
import { languages } from '../../words.ts';

const widthOf = (page: Page) => page.viewportSize()?.width ?? 0;

for (const language of languages) {
  test.describe(`the columns of the customer table, in ${language}`, () => {
    test.use({ language });

    test(
      `are chosen by keyboard, announced, kept with the account, and reset to the default [N-03] ${mainOnce(language)}`,
      { tag: bothWidths },
      async ({ page, app, signedIn, t }) => {
        const who = await signedIn({ role: 'provideradmin', providerId: await house(app) });
        await page.goto('/provider/customers');
        const main = page.getByRole('main');
        const open = main.getByRole('button', { name: t('customers.columns.open'), exact: true });
        const isTable = widthOf(page) >= 1024;
        const statusOf = main.getByText(t('customers.status.suspended'), { exact: true });
        await expect(statusOf).toBeVisible();
        await open.focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: t('customers.columns.title') });
        await expect(dialog.getByRole('checkbox', { name: t('customers.col.name') })).toHaveCount(0);
        await dialog.getByRole('checkbox', { name: t('customers.col.customerStatus') }).focus();
        await page.keyboard.press('Space');
        await isInOrder(page);
        await dialog.getByRole('button', { name: t('common.save') }).focus();
        await page.keyboard.press('Enter');
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole('status').getByText(t('customers.columns.saved'))).toBeVisible();
        await expect(open).toBeFocused();
        await expect(statusOf).toHaveCount(0);
        if (isTable)
          await expect(
            main.getByRole('columnheader', { name: t('customers.col.customerStatus') }),
          ).toHaveCount(0);
        await page.reload();
        await expect(main.getByText('Joan Murphy')).toBeVisible();
        await expect(statusOf).toHaveCount(0);
        const row = () =>
          app.services.db
            .selectFrom('users')
            .select('customer_columns')
            .where('id', '=', who.userId)
            .executeTakeFirstOrThrow();
        expect((await row()).customer_columns).not.toContain('customer_status');
        await open.click();
        await dialog.getByRole('button', { name: t('customers.columns.usual') }).click();
        await expect(statusOf).toBeVisible();
        expect(await row()).toEqual({ customer_columns: null });
      },
    );

    test(
      'are all shown on every screen if there are few, also as lines of cards [N-03]',
      { tag: bothWidths },
      async ({ page, app, signedIn, t }) => {
        const who = await signedIn({ role: 'provideradmin', providerId: await house(app) });
        await app.services.db
          .updateTable('users')
          .set({ customer_columns: ['customer_id', 'invite_date'] })
          .where('id', '=', who.userId)
          .execute();
        if (widthOf(page) >= 1024) await page.setViewportSize({ width: 1100, height: 800 });
        await page.goto('/provider/customers');
        const main = page.getByRole('main');
        await expect(main).toContainText('BC-0142');
        await expect(main).toContainText('06/03/26');
        await expect(main.getByText(t('customers.status.suspended'), { exact: true })).toHaveCount(0);
        await isInOrder(page);
      },
    );

    test(
      `show CPR in words after a notice that each page is recorded as a view, and record it once [N-03, D-17] ${mainOnce(language)}`,
      { tag: bothWidths },
      async ({ page, app, signedIn, t }) => {
        const id = await house(app);
        const answers = {
          ...fullAnswers(),
          cprStopBreathing: 'do not want CPR',
          cprCatastrophic: 'do not want CPR',
        };
        const rose = await resident(app, id, {
          firstName: 'Rose',
          lastName: 'Ward',
          plan: { status: 'complete', answers },
        });
        const who = await signedIn({ role: 'provideradmin', providerId: id });
        const asked: string[] = [];
        page.on('request', (request) => void asked.push(request.url()));
        await page.goto('/provider/customers');
        const main = page.getByRole('main');
        await expect(main.getByText('Rose Ward')).toBeVisible();
        expect(asked.filter((url) => url.endsWith('/cpr'))).toEqual([]);
        await main.getByRole('button', { name: t('customers.columns.open'), exact: true }).click();
        const dialog = page.getByRole('dialog', { name: t('customers.columns.title') });
        await expect(dialog).toContainText(t('customers.columns.cprNote'));
        await dialog.getByRole('checkbox', { name: t('customers.col.cpr') }).check();
        await isInOrder(page);
        await dialog.getByRole('button', { name: t('common.save') }).click();
        const row = page.locator('tr, li').filter({ hasText: 'Rose Ward' });
        await expect(row).toContainText('No: does not want CPR');
        await expect(page.locator('tr, li').filter({ hasText: 'Arthur Whitlock' })).toContainText(
          'No signed plan',
        );
        // It is a table where there is room for one, with all other columns.
        const isWide = page.viewportSize()!.width >= 1_024;
        if (isWide) await page.setViewportSize({ width: 1_440, height: 900 });
        await expect(main.getByRole('table')).toHaveCount(isWide ? 1 : 0);
        const cell = row.getByText('No: does not want CPR');
        expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true);
        await isInOrder(page);
        await page.reload();
        await expect(row).toContainText('No: does not want CPR');
        const entries = await app.services.db
          .selectFrom('audit_log')
          .select('details')
          .where('chain', '=', rose.userId)
          .where('action', '=', 'readCustomerEmergency')
          .where('actor_id', '=', who.userId)
          .execute();
        expect(entries).toEqual([{ details: { plan: true, plan_version: 1, table: true } }]);
      },
    );

    test('show that CPR could not be read, and no earlier values, when the request fails [N-03]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const who = await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await app.services.db
        .updateTable('users')
        .set({ customer_columns: ['cpr'] })
        .where('id', '=', who.userId)
        .execute();
      await page.route('**/api/customers/cpr', (route) => route.abort());
      await page.goto('/provider/customers');
      await expect(page.getByText(t('customers.cpr.notRead'))).toHaveCount(6);
    });
  });
}
