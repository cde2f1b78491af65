import { testConsents } from '../../testing/consents.ts';
import { axeFindings } from '../axe.ts';
import { consentDialog, isOff } from '../screens/consent-dialog.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Sets the stored consents of a person to an earlier version, or to none. */
const agreedTo = (eusa: string | null, privacy: string | null) => ({
  eusa_read_version: eusa,
  privacy_policy_read_version: privacy,
});

for (const language of languages) {
  test.describe(`after signing in, in ${language}`, () => {
    test.use({ language });

    for (const role of ['user', 'provideradmin', 'admin'] as const) {
      test(`a ${role} must agree to both texts with a new version before continuing [CONSENT-01, CONSENT-02, GAP-71]`, async ({
        page,
        t,
        app,
        newCustomer,
        enter,
      }) => {
        const who = await newCustomer({ role, firstName: 'Margaret' });
        const { db } = app.services;
        await db.updateTable('users').set(agreedTo('0.0', null)).where('id', '=', who.userId).execute();
        await enter(who);
        await page.goto('/dashboard');
        const first = consentDialog(page, t, 'eusa');
        await expect(first.root).toBeVisible();
        await expect(first.root.getByText(t('consent.newVersion.body'))).toBeVisible();
        await expect(first.text.getByRole('heading').first()).toHaveText(t('consent.newVersion.title'));
        await expect(first.text.getByText(t('consent.eusa.whatsNew'))).toBeVisible();
        await expect(first.close).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(first.root).toBeVisible();
        await isOff(first.agree);
        expect(await axeFindings(page)).toEqual([]);
        await first.end.scrollIntoViewIfNeeded();
        await first.agree.click();
        const second = consentDialog(page, t, 'privacy');
        await expect(second.root).toBeVisible();
        // There was no earlier consent, so the page calls nothing new.
        await expect(second.root.getByText(t('consent.newVersion.body'))).toHaveCount(0);
        await isOff(second.agree);
        await second.end.scrollIntoViewIfNeeded();
        await second.agree.click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        const row = await db
          .selectFrom('users')
          .select(['eusa_read_version', 'privacy_policy_read_version'])
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow();
        expect(row).toEqual(agreedTo(testConsents.eusa, testConsents.privacy));
      });
    }

    test('a person who declines is asked once more, signed out, loses no data, and is asked again [CONSENT-03, GAP-71]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const who = await newCustomer({ firstName: 'Margaret' });
      const { db } = app.services;
      await db
        .updateTable('users')
        .set(agreedTo(testConsents.eusa, '0.0'))
        .where('id', '=', who.userId)
        .execute();
      await enter(who);
      await page.goto('/dashboard');
      const dialog = consentDialog(page, t, 'privacy');
      const asked = page.getByRole('alertdialog', { name: t('consent.declined.title') });
      await dialog.decline.click();
      await expect(asked).toContainText(t('consent.declined.body'));
      expect(await axeFindings(page)).toEqual([]);
      await asked.getByRole('button', { name: t('consent.declined.again') }).click();
      await expect(dialog.root).toBeVisible();
      await dialog.decline.click();
      await asked.getByRole('button', { name: t('consent.declined.button') }).click();
      await expect(page.getByRole('link', { name: t('layout.signIn') }).first()).toBeVisible();
      const row = await db
        .selectFrom('users')
        .select(['eusa_read_version', 'privacy_policy_read_version', 'first_name'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ ...agreedTo(testConsents.eusa, null), first_name: 'Margaret' });
      await enter(who);
      await page.goto('/dashboard');
      await expect(dialog.root).toBeVisible();
      await expect(dialog.root.getByText(t('consent.newVersion.body'))).toHaveCount(0);
    });
  });
}

test('a consent that could not be saved shows an error, and is saved at the next try [CONSENT-01, GAP-71]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const who = await newCustomer();
  await app.services.db
    .updateTable('users')
    .set(agreedTo(testConsents.eusa, null))
    .where('id', '=', who.userId)
    .execute();
  await enter(who);
  await page.goto('/settings/profile');
  const dialog = consentDialog(page, t, 'privacy');
  await dialog.end.scrollIntoViewIfNeeded();
  await page.route('**/api/graphql', (route) => route.abort());
  await dialog.agree.click();
  await expect(dialog.root.getByRole('alert')).toHaveText(t('error.consent.saveFailed'));
  await page.unroute('**/api/graphql');
  await dialog.agree.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('can be read in the other language before agreeing [CONSENT-01, LANG-01]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const who = await newCustomer();
  await app.services.db.updateTable('users').set(agreedTo(null, null)).where('id', '=', who.userId).execute();
  await enter(who);
  await page.goto('/dashboard');
  const dialog = consentDialog(page, t, 'eusa');
  await dialog.root.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('dialog', { name: '服务协议' })).toBeVisible();
});
