import type { Page } from '@playwright/test';
import { isInOrder } from '../axe.ts';
import { house } from '../customers-house.ts';
import { bothWidths, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

const widthOf = (page: Page) => page.viewportSize()?.width ?? 0;

for (const language of languages) {
  test.describe(`the columns of the customer table, in ${language}`, () => {
    test.use({ language });

    test(
      `are chosen by keyboard, announced, kept with the account, and as usual again [N-03] ${mainOnce(language)}`,
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
  });
}
