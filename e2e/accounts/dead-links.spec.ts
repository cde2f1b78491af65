import { expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`a mailed link that no longer works, in ${language}`, () => {
    test.use({ language });

    test(`shows an error in place of the form, with focus on it, and leads to a new link [FORGOT-04] ${mainOnce(language)}`, async ({
      page,
      t,
    }) => {
      await page.goto('/reset-password#token=used-before');
      await page.getByRole('textbox', { name: t('reset.new.label') }).fill('Tea-and-biscuits-4');
      await page.getByRole('textbox', { name: t('reset.repeat.label') }).fill('Tea-and-biscuits-4');
      await page.keyboard.press('Enter');
      const title = page.getByRole('heading', { level: 1, name: t('reset.linkBad.title') });
      await expect(title).toBeVisible();
      await expect(page.locator(':focus').getByRole('heading', { level: 1 })).toHaveText(
        t('reset.linkBad.title'),
      );
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: t('reset.linkBad.button') })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/forgot-password');
    });

    test('to verify an address that is already verified promises no mail, and leads to signing in [EVERIFY-01]', async ({
      page,
      t,
      newCustomer,
    }) => {
      const who = await newCustomer();
      await page.goto('/verify-email#token=used-before');
      await page.getByRole('textbox', { name: t('signup.email.label') }).fill(who.email);
      await page.getByRole('button', { name: t('verify.linkBad.button') }).click();
      await expect(page.getByText(t('verify.asked', { email: who.email }))).toBeVisible();
      await expect(page.getByText(t('verify.body', { email: who.email }))).toHaveCount(0);
      await page.getByRole('link', { name: t('verify.toSignin') }).click();
      await expect(page).toHaveURL('/login');
    });
  });
}
