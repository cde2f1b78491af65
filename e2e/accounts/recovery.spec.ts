import { TestClient } from '../../testing/client.ts';
import { axeFindings } from '../axe.ts';
import { linkFor } from '../mailed-link.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

for (const language of languages) {
  test.describe(`a forgotten password, in ${language}`, () => {
    test.use({ language });

    test(`is replaced through a mailed link, which ends the other sessions and works once [FORGOT-01, FORGOT-04, SIGNUP-17, SIGNUP-18] ${mainOnce(language)}`, async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      const elsewhere = new TestClient(app.url);
      await elsewhere.signIn(who.email, who.password);

      await page.goto('/forgot-password');
      await page.getByRole('button', { name: t('forgot.submit') }).click();
      await expect(errorSummary(page)).toContainText(t('field.email.required'));
      await page.getByRole('textbox', { name: t('forgot.email.label') }).fill(who.email);
      const [request] = await Promise.all([
        page.waitForRequest('**/api/initiateForgotPassword'),
        page.getByRole('button', { name: t('forgot.submit') }).click(),
      ]);
      expect(request.postDataJSON()).toEqual({ email: who.email });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('forgot.sent.title'));
      await expect(page.getByText(t('forgot.sent.body', { email: who.email }))).toBeVisible();

      const link = await linkFor(page, who.email, 'reset-password');
      await page.goto(link);
      const [first, second] = [t('reset.new.label'), t('reset.repeat.label')].map((name) =>
        page.getByRole('textbox', { name }),
      );
      await first!.fill('tea4two');
      await second!.fill('tea-for-two-4');
      await page.getByRole('button', { name: t('reset.submit') }).click();
      await expect(first!).toHaveAccessibleDescription(saying(t('field.password.tooShort')));
      await expect(second!).toHaveAccessibleDescription(saying(t('field.password.mismatch')));
      await first!.fill('Tea-for-two-or-4');
      await second!.fill('Tea-for-two-or-4');
      await page.getByRole('button', { name: t('reset.submit') }).click();
      await expect(page).toHaveURL('/login');
      await expect(page.getByText(t('signin.afterReset'))).toBeVisible();
      expect((await elsewhere.graphql('{ currentUser { id } }')).data?.currentUser ?? null).toBeNull();

      await page.getByRole('textbox', { name: t('signin.email.label') }).fill(who.email);
      await page.getByRole('textbox', { name: t('signin.password.label') }).fill('Tea-for-two-or-4');
      await page.getByRole('button', { name: t('signin.submit') }).click();
      await expect(page).toHaveURL('/dashboard');

      await page.goto(link);
      await page.getByRole('textbox', { name: t('reset.new.label') }).fill('Tea-for-three-or-5');
      await page.getByRole('textbox', { name: t('reset.repeat.label') }).fill('Tea-for-three-or-5');
      await page.getByRole('button', { name: t('reset.submit') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('reset.linkBad.title'));
      await page.getByRole('link', { name: t('reset.linkBad.button') }).click();
      await expect(page).toHaveURL('/forgot-password');
    });

    test('is replaced by a new one for an account of the earlier system [FORGOT-03, FORGOT-04]', async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      await app.services.db
        .updateTable('users')
        .set({ legacy_reset: true, password_hash: null })
        .where('id', '=', who.userId)
        .execute();
      await page.goto('/login');
      await page.getByRole('textbox', { name: t('signin.email.label') }).fill(who.email);
      await page.getByRole('textbox', { name: t('signin.password.label') }).fill('Any-password-1');
      await page.getByRole('button', { name: t('signin.submit') }).click();
      await expect(page).toHaveURL('/legacyuser');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('legacy.title'));
      await expect(page.getByRole('textbox', { name: t('legacy.email.label') })).toHaveValue(who.email);
      await page.getByRole('button', { name: t('legacy.button') }).click();
      await expect(page.getByText(t('legacy.sent', { email: who.email }))).toBeVisible();
      expect(await linkFor(page, who.email, 'reset-password')).toMatch(/#token=/);
      await page.getByRole('link', { name: t('legacy.back') }).click();
      await expect(page).toHaveURL('/login');
    });

    test('verifying an address leads to signing in; an expired link offers another, and a used one is reported as used [EVERIFY-01] [R-63]', async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      await app.services.db
        .updateTable('users')
        .set({ email_verified_at: null })
        .where('id', '=', who.userId)
        .execute();
      await page.goto('/verify-email#token=not-a-token');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.linkBad.title'));
      await page.getByRole('textbox', { name: t('signup.email.label') }).fill(who.email);
      await page.getByRole('button', { name: t('verify.linkBad.button') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.title'));
      await expect(page.getByText(t('verify.asked', { email: who.email }))).toBeVisible();
      // Another request must wait a minute, and the page shows how long.
      await expect(page.getByRole('button', { name: t('verify.resend') })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      const link = await linkFor(page, who.email, 'verify-email');
      await page.goto(link);
      // A browser other than the one that signed up.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.ask.title'));
      expect(await axeFindings(page)).toEqual([]);
      const field = page.getByRole('textbox', { name: t('signin.password.label') });
      await field.fill('Ferry-Lantern-7');
      await page.getByRole('button', { name: t('verify.ask.button') }).click();
      await expect(page.getByText(t('verify.ask.wrongPassword')).first()).toBeVisible();
      await field.fill(who.password);
      await page.getByRole('button', { name: t('verify.ask.button') }).click();
      await expect(page).toHaveURL('/questionnaire/step1');
      const user = await app.services.db
        .selectFrom('users')
        .select('email_verified_at')
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(user.email_verified_at).not.toBeNull();

      // A second opening shows that the address is already verified.
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.done.title'));
      await expect(page.getByRole('status').filter({ hasText: t('verify.done.before') })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('link', { name: t('verify.done.goOn') }).click();
      await expect(page).toHaveURL('/dashboard');
    });
  });
}

for (const language of languages)
  test.describe(`an address that another person signed up with, in ${language}`, () => {
    test.use({ language });

    test('can be released with "it was not me", which deletes the account [D-39, R-09]', async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      const users = () =>
        app.services.db.selectFrom('users').select('id').where('id', '=', who.userId).execute();
      await app.services.db
        .updateTable('users')
        .set({ email_verified_at: null })
        .where('id', '=', who.userId)
        .execute();
      await page.request.post('/api/auth/resend-verification', {
        data: { email: who.email },
        headers: { origin: new URL(app.url).origin },
      });
      await page.goto(await linkFor(page, who.email, 'verify-email'));
      // A person who chose the password and forgot it can continue from here.
      await expect(page.getByRole('link', { name: t('verify.ask.forgot') })).toHaveAttribute(
        'href',
        '/forgot-password',
      );
      await page.getByRole('button', { name: t('verify.ask.notMe') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.notMe.title'));
      expect(await axeFindings(page)).toEqual([]);
      expect(await users()).toEqual([]);
    });
  });

test('the dialog over the sign-in page shows the same message for every address [FORGOT-01, FORGOT-02]', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('unknown@recovery.example');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  await expect(
    dialog.getByText('If unknown@recovery.example has an account, a link is on its way.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(dialog).toBeHidden();
});

test('a link without a token shows an error, not an empty form [FORGOT-04]', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});
