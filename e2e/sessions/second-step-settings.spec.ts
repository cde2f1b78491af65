import { person } from '../../testing/people.ts';
import { appCode, codeSentTo, wrongFor } from '../../testing/second-step.ts';
import { axeFindings } from '../axe.ts';
import { agreeToBoth, outdateConsents } from '../screens/consent-dialog.ts';
import { inProduction } from '../in-production.ts';
import { shownSecret, signIn } from '../screens/second-step-dialog.ts';
import { eachWidthOnce, expect, main, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

for (const language of languages) {
  test.describe(`the second step in the settings, in ${language}`, () => {
    test.use({ language });

    test(`is turned on in the settings with a number, and shows the recovery codes once [D-12] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await page.goto('/settings/mfa');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.mfa.title'));
      await expect(page.getByText(t('success.mfaOff'))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: t('settings.mfa.phoneAdd') }).click();
      const dialog = page.getByRole('dialog', { name: t('settings.mfa.phoneAdd') });
      const number = dialog.getByRole('textbox', { name: t('settings.mfa.phoneLabel') });
      const password = dialog.getByRole('textbox', { name: t('settings.password.current') });
      await number.fill('03 9123 4567');
      await dialog.getByRole('button', { name: t('mfa.send') }).click();
      await expect(number).toHaveAccessibleDescription(saying(t('field.mfaPhone.format')));
      await number.fill('0491 570 157');
      await password.fill('Wrong-horse-7');
      await password.press('Enter');
      await expect(password).toHaveAccessibleDescription(saying(t('field.password.currentWrong')));
      await expect(number).toHaveValue('0491 570 157');
      expect(await axeFindings(page)).toEqual([]);
      await password.fill(who.password);
      await password.press('Enter');
      const code = dialog.getByRole('textbox', { name: t('mfa.code.label') });
      await expect(code).toBeFocused();
      await code.fill(await codeSentTo(app.services, '+61491570157'));
      await code.press('Enter');

      const kept = page.getByRole('dialog', { name: t('settings.mfa.codesTitle') });
      await expect(kept.getByRole('listitem')).toHaveCount(10);
      await page.keyboard.press('Escape');
      await expect(kept).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await kept.getByRole('button', { name: t('settings.mfa.codesKept') }).click();
      await expect(page.getByText(t('settings.mfa.recoveryLeft', { count: 10 }))).toBeVisible();
      await expect(page.getByText(t('settings.mfa.phoneEnds', { last3: '157' })).first()).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: /^[0-9A-Z]{4}-/ })).toHaveCount(0);
    });

    test('is set up with an app in the settings, and turned off with the password [D-12] [R-79]', async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await page.goto('/settings/mfa');
      await page.getByRole('button', { name: t('settings.mfa.appAdd') }).click();
      const again = page.getByRole('dialog', { name: t('settings.mfa.appAdd') });
      await again.getByRole('textbox', { name: t('settings.password.current') }).fill(who.password);
      await again.getByRole('button', { name: t('common.continue') }).click();
      await expect(page.getByRole('img', { name: t('settings.mfa.appCode') })).toBeVisible();
      const code = page.getByRole('textbox', { name: saying(t('settings.mfa.appStep2')) });
      // Focus is before the code to scan and the key, which come before the field.
      await expect(page.getByRole('group', { name: t('settings.mfa.appAdd') })).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);
      const secret = await shownSecret(page);
      await code.fill(wrongFor(await appCode(secret, app.services.clock())));
      await page.getByRole('button', { name: t('settings.mfa.turnOn') }).click();
      await expect(code).toHaveAccessibleDescription(saying(t('error.mfaVerify')));
      await code.fill(await appCode(secret, app.services.clock()));
      await code.press('Enter');
      await page.getByRole('button', { name: t('settings.mfa.codesKept') }).click();
      await expect(page.getByText(t('settings.mfa.appOn'))).toBeVisible();

      await page
        .getByRole('main')
        .getByRole('button', { name: t('settings.mfa.turnOff') })
        .click();
      const off = page.getByRole('dialog', { name: t('settings.mfa.turnOff') });
      await expect(off).toContainText(t('settings.mfa.turnOffConfirm'));
      await off.getByRole('textbox', { name: t('settings.password.current') }).fill(who.password);
      await off.getByRole('button', { name: t('mfa.verify') }).click();
      await expect(off).toBeHidden();
      await expect(page.getByText(t('settings.mfa.howTo'))).toBeVisible();
      await expect(page.getByText(t('settings.mfa.appOn'))).toBeHidden();
    });
  });
}

test(`staff in production must set it up before anything else, keep the codes before they agree to the texts, and cannot turn it off; no error is shown behind the codes [D-12] [R-60] ${main}`, async ({
  browser,
  t,
}) => {
  await inProduction(browser, async (product, context) => {
    const who = await person(product.services, { role: 'admin' });
    // Both texts are due as well: they come after the second step.
    await outdateConsents(product.services, who.userId);
    const page = await context.newPage();
    await signIn(page, t, who.email, who.password);
    await expect(page).toHaveURL('/admin/settings/mfa');
    await expect(page.getByText('Staff need a second step. Set it up to go on.')).toBeVisible();
    for (const path of ['/dashboard', '/admin/settings/general', '/admin/settings/email']) {
      await page.goto(path);
      await expect(page).toHaveURL('/admin/settings/mfa');
    }
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('textbox', { name: 'Current password' }).fill(who.password);
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: /Type the 6 numbers/ });
    await expect(code).toBeVisible();
    const secret = await shownSecret(page);
    // Requests of the page behind the codes are refused until the texts are agreed to.
    const refused = page.waitForResponse(
      async (answer) =>
        answer.request().postData()?.includes('query secondStep') === true &&
        (await answer.text()).includes('"due":"consent"'),
    );
    await code.fill(await appCode(secret, new Date()));
    await code.press('Enter');
    await refused;
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    // The page knows at this point that the second step is set up, so the texts are next.
    await expect(page.getByText('Staff need a second step. Set it up to go on.')).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByText(t('error.general_error'))).toHaveCount(0);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await agreeToBoth(page, t);
    await expect(page.getByText('Staff cannot turn this off.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove the app' })).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/dashboard');
  });
});
