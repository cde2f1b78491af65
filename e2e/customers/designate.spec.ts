import { house } from '../customers-house.ts';
import { asks, expect, mainOnce, stopClock, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages)
  test.describe(`designating an address, in ${language}`, () => {
    test.use({ language });

    test(`shows that contacts did not load and loads them again; unsaved entries stay, and the button is reset after 2.5 seconds [ERR-22, ERR-21, CACT-24, S-41] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.route('**/api/graphql', (route) =>
        asks('customerContacts')(route.request()) ? route.abort('connectionreset') : route.fallback(),
      );
      await page.clock.install();
      await page.goto('/provider/customers');
      await page
        .getByRole('button', { name: t('customers.cell.menu', { customer: 'Lin Mei Chen' }) })
        .click();
      await page.getByRole('menuitem', { name: t('customers.action.designateEmail') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(t('customers.designate.emailOf.trustedContact')).click();
      await expect(dialog.getByText(t('error.designate.contactsLoad'))).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      await dialog.getByRole('button', { name: t('common.tryAgain') }).click();
      await expect(dialog.getByText(t('error.designate.contactsLoad'))).toHaveCount(0);
      await dialog.getByText(t('customers.designate.emailOf.mySelf')).click();
      await dialog.getByRole('textbox').fill('lin.mei@example.com');
      const answer = Promise.withResolvers<void>();
      await page.route('**/api/graphql', async (route) => {
        if (!asks('designateEmail')(route.request())) return route.fallback();
        await answer.promise;
        return route.fulfill({
          json: { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
        });
      });
      await dialog.getByRole('button', { name: t('customers.designate.save') }).click();
      // The response arrives after the clock was stopped, so that only the time added by the test passes.
      await stopClock(page);
      answer.resolve();
      await expect(dialog.getByText(t('error.mfa_1019'))).toBeVisible();
      const failed = dialog.getByRole('button', { name: t('customers.designate.failed') });
      await expect(failed).toBeVisible();
      await page.clock.runFor(2_400);
      await expect(failed).toBeVisible();
      await page.clock.runFor(200);
      await expect(dialog.getByRole('button', { name: t('customers.designate.save') })).toBeVisible();
      await expect(dialog.getByRole('textbox')).toHaveValue('lin.mei@example.com');
    });
  });
