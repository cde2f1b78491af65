import { provider } from '../../testing/people.ts';
import { TestClient } from '../../testing/client.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { exactly, languages, saying } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

const newPassword = 'Ferry-Lantern-7';

for (const language of languages) {
  test.describe(`password and sessions, in ${language}`, () => {
    test.use({ language });

    test(`the password is changed with the current one, all rules at once, and every other device is signed out [SET-01, GAP-76, D-10, SIGNUP-20] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      const elsewhere = new TestClient(app.url);
      await elsewhere.signIn(who.email, who.password);
      await page.goto('/settings/password');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.password.title'));
      await expect(page.getByText(t('settings.password.othersOut'))).toBeVisible();
      const [current, fresh, repeat] = (
        ['settings.password.current', 'settings.password.new', 'settings.password.repeat'] as const
      ).map((key) => page.getByRole('textbox', { name: t(key), exact: true }));
      const save = page.getByRole('button', {
        name: exactly(
          t('settings.password.save'),
          t('common.saving'),
          t('common.saved'),
          t('common.notSaved'),
        ),
      });

      await save.click();
      const summary = errorSummary(page).filter({ hasText: t('common.errorSummary', { count: 2 }) });
      await expect(summary).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);

      await current!.fill('Not-my-password-1');
      await fresh!.fill('ferry');
      await expect(
        page.getByText(t('signup.strength.label', { level: t('signup.strength.level1') })),
      ).toBeVisible();
      await expect(fresh!).toHaveAccessibleDescription(saying(t('field.password.tooShort')));
      await fresh!.fill(newPassword);
      await repeat!.fill('Ferry-Lantern-8');
      await save.click();
      await expect(repeat!).toHaveAccessibleDescription(t('field.password.mismatch'));
      await repeat!.fill(newPassword);
      await save.click();
      await expect(current!).toHaveAccessibleDescription(t('field.password.currentWrong'));
      await expect(fresh!).toHaveValue(newPassword);

      // Nothing is lost when the server cannot be reached, and the same can be sent again.
      await current!.fill(who.password);
      await page.route('**/api/graphql', (route) =>
        route.request().postData()?.includes('changePassword')
          ? route.abort('connectionreset')
          : route.fallback(),
      );
      await save.click();
      await expect(errorSummary(page).filter({ hasText: t('error.noAnswer') })).toBeVisible();
      await page.unrouteAll();
      await expect(current!).toHaveValue(who.password);
      await save.click();
      await expect(page.getByText(t('success.passwordChanged'))).toBeVisible();
      await expect(current!).toHaveValue('');
      expect((await elsewhere.graphql('{ currentUser { id } }')).data.currentUser).toBeNull();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.password.title'));
      expect(await sidewaysBy(page)).toBe(0);
      const again = new TestClient(app.url);
      await again.signIn(who.email, newPassword);
    });

    test(`the devices are listed by name, and each can be signed out, or all others at once [D-13, GAP-76, SET-01] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      const others = [];
      for (const userAgent of [
        'Version/18.5 Mobile Safari/604.1 (iPhone)',
        'Firefox/140.0 (Windows NT 10.0)',
        '',
      ]) {
        const client = new TestClient(app.url);
        const body = { email: who.email, password: who.password, type: 'login' };
        await client.post('/api/auth/email-password', body, { 'user-agent': userAgent });
        others.push(client);
      }
      const signedOut = async (client: TestClient) =>
        (await client.graphql('{ currentUser { id } }')).data.currentUser === null;
      await page.goto('/settings/mfa');
      const list = page.getByRole('region', { name: t('settings.mfa.sessions') });
      await expect(list.getByRole('listitem')).toHaveCount(4);
      await expect(list.getByRole('listitem').first()).toContainText(t('settings.mfa.sessionThis'));
      const safari = t('device.browserOnSystem', { browser: 'Safari', system: 'iPhone' });
      expect(await axeFindings(page)).toEqual([]);

      const password = page.getByRole('dialog').getByRole('textbox');
      await list.getByRole('button', { name: saying(safari) }).press('Enter');
      await password.fill(who.password);
      await password.press('Enter');
      await expect(page.getByText(t('success.sessionEnded'))).toBeVisible();
      await expect(list.getByRole('listitem')).toHaveCount(3);
      expect(await signedOut(others[0]!)).toBe(true);
      expect(await signedOut(others[1]!)).toBe(false);

      await list.getByRole('button', { name: t('settings.mfa.sessionEndAll') }).click();
      await password.fill(who.password);
      await password.press('Enter');
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list.getByRole('button')).toHaveCount(0);
      expect(await signedOut(others[1]!)).toBe(true);
      await page.reload();
      await expect(list.getByRole('listitem')).toHaveCount(1);
    });
  });
}

test('staff have the same page in their own settings, and cannot open other settings [SET-02, SET-03, PERM-01]', async ({
  page,
  t,
  app,
  context,
  signedIn,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const paths = { user: '/settings', provideradmin: '/provider/settings', admin: '/admin/settings' } as const;
  for (const role of ['user', 'provideradmin', 'admin'] as const) {
    await context.clearCookies();
    const providerId = role === 'provideradmin' ? { providerId: await provider(app.services) } : {};
    await signedIn({ role, ...providerId });
    for (const [whose, path] of Object.entries(paths)) {
      await page.goto(`${path}/password`);
      if (whose === role) await expect(heading).toHaveText(t('settings.password.title'));
      else await expect(page).toHaveURL('/dashboard');
    }
  }
  await context.clearCookies();
  await page.goto('/settings/password');
  await expect(page).toHaveURL('/login?returnPath=%2Fsettings%2Fpassword');
});

test('the password is changed without a mouse, by password managers too [GAP-76]', async ({
  page,
  signedIn,
}) => {
  const who = await signedIn();
  await page.goto('/settings/password');
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(who.email);
  const type = async (name: string, text: string) => {
    const box = page.getByRole('textbox', { name, exact: true });
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await box.and(page.locator(':focus')).count()) > 0) break;
      await page.keyboard.press('Tab');
    }
    await expect(box).toBeFocused();
    await page.keyboard.insertText(text);
  };
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await type('Current password', who.password);
  await type('New password', newPassword);
  await type('Type the new password again', newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is changed')).toBeVisible();
});
