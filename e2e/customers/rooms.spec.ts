import { isInOrder } from '../axe.ts';
import { resident } from '../customers-house.ts';
import { provider } from '../../testing/people.ts';
import { errorSummary } from '../error-summary.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`rooms and the export of customers, in ${language}`, () => {
    test.use({ language });

    test(
      `a room is refused at its field, saved, and found by search [N-09] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const id = await provider(app.services);
        await resident(app, id, { firstName: 'Rose', lastName: 'Ward' });
        await resident(app, id, { firstName: 'Ann', lastName: 'Lee' });
        await signedIn({ role: 'provideradmin', providerId: id });
        await page.goto('/provider/customers');
        await page.getByRole('button', { name: t('customers.cell.menu', { customer: 'Rose Ward' }) }).click();
        await page.getByRole('menuitem', { name: t('customers.action.editId') }).click();
        const dialog = page.getByRole('dialog', { name: t('customers.editId.title') });
        const room = dialog.getByLabel(t('customers.room.label'));
        await room.fill('x'.repeat(40));
        await room.press('Enter');
        await expect(errorSummary(dialog)).toContainText(t('error.customer.roomTooLong'));
        await expect(room).toHaveAttribute('aria-invalid', 'true');
        await isInOrder(page);
        await room.fill(' 12B ');
        await room.press('Enter');
        await expect(page.getByText(t('success.customerIdSaved'))).toBeVisible();
        await page.goto('/provider/customers?search=12B');
        const main = page.getByRole('main');
        await expect(main.getByText('Rose Ward').first()).toBeVisible();
        await expect(main.getByText('12B', { exact: true }).first()).toBeVisible();
        await expect(main.getByText('Ann Lee')).toHaveCount(0);
      },
    );

    test(
      `the list is exported as CSV or Excel from one button by keyboard [N-10] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const id = await provider(app.services);
        await resident(app, id, { firstName: 'Rose', lastName: 'Ward' });
        await signedIn({ role: 'provideradmin', providerId: id });
        await page.goto('/provider/customers?sort=room_asc');
        const button = page.getByRole('button', { name: t('lists.export'), exact: true });
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await button.press('Enter');
        await expect(button).toHaveAttribute('aria-expanded', 'true');
        await page.keyboard.press('Tab');
        const csv = page.getByRole('link', { name: t('lists.csv') });
        await expect(csv).toBeFocused();
        await expect(csv).toHaveAttribute('href', '/api/lists/customers.csv?sort=room_asc');
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: t('lists.xlsx') })).toBeFocused();
        await isInOrder(page);
        const waiting = page.waitForEvent('download');
        await page.keyboard.press('Enter');
        expect((await waiting).suggestedFilename()).toBe('customers.xlsx');
      },
    );
  });
}
