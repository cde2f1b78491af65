import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { shieldGone } from '../taps.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`subscription plans, in ${language}`, () => {
    test.use({ language });

    test(`are added and edited in a dialog, with errors at the fields, and expired by hand [SUB-01, SUB-06, SUB-10, SUB-17] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      signedIn,
      t,
    }) => {
      const name = `Aged care ${language} ${Date.now()}`;
      await signedIn({ role: 'admin', firstName: 'Tom', lastName: 'Reed' });
      await page.goto('/admin/billing/subscription');
      const main = page.getByRole('main');
      await expect(main.getByText('Care plan').first()).toBeVisible();
      await isInOrder(page);
      await main.getByRole('button', { name: t('subscriptions.add') }).click();
      const dialog = page.getByRole('dialog');
      const save = dialog.getByRole('button', { name: t('subscriptions.form.save') });
      await shieldGone(page);
      await save.click();
      for (const key of ['field.money', 'error.subscription.duration', 'field.date.required'] as const)
        await expect(errorSummary(page)).toContainText(t(key));
      await isInOrder(page);
      const field = (key: Parameters<typeof t>[0]) => dialog.getByLabel(t(key as 'subscriptions.form.name'));
      await field('subscriptions.form.name').fill(name);
      await dialog.getByRole('textbox', { name: t('subscriptions.form.fee'), exact: true }).fill('18');
      await field('subscriptions.form.duration').selectOption('annually-1');
      await field('subscriptions.form.countBy').selectOption('beds');
      await field('subscriptions.form.start').fill('01/07/2099');
      await expect(dialog).toContainText(t('subscriptions.form.firstTerm', { date: '01/07/00' }));
      await save.click();
      await expect(dialog).toBeHidden();
      const row = main.locator('tr, li').filter({ hasText: name }).filter({ visible: true }).first();
      await expect(row).toContainText(t('subscriptions.row.perBed', { amount: '$18.00' }));
      await expect(row).toContainText(t('subscriptions.status.scheduled'));

      await row.getByRole('button', { name: `${t('subscriptions.action.edit')}: ${name}` }).click();
      await shieldGone(page);
      await field('subscriptions.form.start').fill('01/07/2025');
      await save.click();
      await expect(dialog).toBeHidden();
      await expect(row).toContainText(t('subscriptions.status.active'));

      await row.getByRole('button', { name: `${t('subscriptions.action.view')}: ${name}` }).click();
      await expect(dialog).toContainText(t('subscriptions.form.readOnlyStarted', { date: '01/07/25' }));
      await expect(field('subscriptions.form.name')).toHaveCount(0);
      await isInOrder(page);
      await page.keyboard.press('Escape');
      await row.getByRole('button', { name: `${t('subscriptions.action.expire')}: ${name}` }).click();
      const ask = page.getByRole('alertdialog');
      await expect(ask).toContainText(t('subscriptions.expire.noFollow'));
      await shieldGone(page);
      await ask.getByRole('button', { name: t('subscriptions.expire.button') }).click();
      await expect(ask).toBeHidden();
      await expect(row).toContainText(t('subscriptions.status.expired'));
    });
  });
}
