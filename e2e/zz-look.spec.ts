import { house } from './customers-house.ts';
import { expect, test } from './wattle.ts';
for (const language of ['en', 'zh'] as const)
  test.describe(language, () => {
    test.use({ language });
    test('look @both-widths', async ({ page, app, signedIn, t }, info) => {
      const id = await house(app);
      await signedIn({ role: 'provideradmin', providerId: id, firstName: 'Priya' });
      const shot = (n: string) => page.screenshot({ path: `/tmp/cweb-shots/${language}-${info.project.name}-${n}.png` });
      await page.goto('/provider/customers');
      await page.getByText('Whitlock').first().waitFor();
      await page.waitForTimeout(800);
      await shot('table');
      await page.getByRole('button', { name: t('customers.cell.menu', { customer: 'Arthur Whitlock' }) }).click();
      await page.getByRole('menuitem').first().waitFor();
      await page.waitForTimeout(400);
      await shot('menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('customers.add') }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByText(t('customers.accountFor.create_account')).click();
      await page.waitForTimeout(400);
      await shot('add');
      await page.keyboard.press('Escape');
      for (const name of ['remove']) {
        await page.getByRole('button', { name: t('customers.cell.removeIcon', { customer: 'Arthur Whitlock' }) }).click();
        await page.getByRole('alertdialog').waitFor();
        await page.waitForTimeout(300);
        await shot(name);
        await page.keyboard.press('Escape');
      }
      await page.goto('/dashboard');
      await page.locator('dl').waitFor();
      await shot('dashboard');
    });
    test('look admin @both-widths', async ({ page, app, signedIn, t }, info) => {
      const id = await house(app, 'Banksia Coast Care');
      await signedIn({ role: 'tlcadmin' });
      const shot = (n: string) => page.screenshot({ path: `/tmp/cweb-shots/${language}-${info.project.name}-${n}.png` });
      await page.goto('/admin/customers');
      await page.getByText('Whitlock').first().waitFor();
      await page.waitForTimeout(800);
      await page.getByRole('checkbox', { name: t('customers.pick.one', { customer: 'Arthur Whitlock' }) }).check();
      await page.getByRole('combobox', { name: t('customers.filter.provider') }).click();
      await page.keyboard.type('coast');
      await page.waitForTimeout(1500);
      await shot('admin');
      await page.goto(`/admin/customers?provider_id=${id}&search=arthur`);
      await page.waitForTimeout(1500);
      await shot('admin-filtered');
      await page.goto('/dashboard');
      await page.locator('dl').waitFor();
      await shot('admin-dashboard');
    });
  });
