import { axeFindings, sidewaysBy } from '../axe.ts';
import { openProfile } from '../screens/profile-page.ts';
import { signed } from '../saved-plan.ts';
import { expect, mainOnce, phone, test } from '../wattle.ts';
import { beginning, languages } from '../words.ts';

for (const language of languages) {
  test.describe(`the settings, in ${language}`, () => {
    test.use({ language });

    test(`fits a telephone, where a line under the bar leads to the other settings ${phone} [SET-01]`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn({ firstName: 'Margaret' });
      await openProfile(page, t);
      const line = page.getByRole('button', { name: t('settings.all') });
      await expect(line).toHaveAttribute('aria-expanded', 'false');
      await line.click();
      const list = page.getByRole('navigation', { name: t('settings.title') });
      await expect(list.getByRole('link')).toHaveText([
        t('menu.user.settingsProfile'),
        t('menu.user.settingsPassword'),
        t('menu.user.settingsPrivacy'),
        t('menu.user.settingsMfa'),
        t('menu.user.settingsGeneral'),
      ]);
      await expect(list.getByRole('link', { name: t('menu.user.settingsProfile') })).toHaveAttribute(
        'aria-current',
        'page',
      );
      expect(await axeFindings(page)).toEqual([]);
      await list.getByRole('link', { name: t('menu.user.settingsGeneral') }).click();
      await expect(page).toHaveURL('/settings/general');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.general.title'));
      await expect(list).toHaveCount(0);
      for (const path of ['/settings/profile', '/settings/general', '/settings/privacy']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.setViewportSize({ width: 320, height: 640 });
        expect([path, await sidewaysBy(page)]).toEqual([path, 0]);
      }
    });

    test(`the general settings store language, date format and text size [SET-01, LANG-01, LANG-02, GAP-76] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      await page.goto('/settings/general');
      const main = page.getByRole('main');
      await expect(main.getByRole('radio', { name: language === 'en' ? 'English' : '中文' })).toBeChecked();
      await expect(main.getByRole('radio', { name: beginning('DD/MM/YY') }).first()).toBeChecked();
      expect(await axeFindings(page)).toEqual([]);
      await main.getByRole('radio', { name: beginning('YYYY-MM-DD') }).check();
      await main.getByRole('radio', { name: t('settings.general.textLarge') }).check();
      await main.getByRole('button', { name: t('common.save') }).click();
      await expect(main.getByRole('button', { name: t('common.saved') })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-text', 'large');
      const larger = page
        .getByRole('banner')
        .getByRole('button', { name: t('common.largerText'), pressed: true });
      await expect(larger).toHaveCSS('box-shadow', /inset/);
      await page.goto('/dashboard');
      await expect(page.getByText(/\b20\d\d-\d\d-\d\d\b/).first()).toBeVisible();
      await page.goto('/settings/general');
      await expect(main.getByRole('radio', { name: beginning('YYYY-MM-DD') })).toBeChecked();
      await main.getByRole('radio', { name: language === 'en' ? '中文' : 'English' }).check();
      await main.getByRole('button', { name: t('common.save') }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'zh-Hans' : 'en-AU');
      const row = await app.services.db
        .selectFrom('users')
        .select(['language', 'date_format'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ language: language === 'en' ? 'zh' : 'en', date_format: 'YYYY-MM-DD' });
    });

    test('light or dark is chosen in the general settings, and is kept [R-47]', async ({
      page,
      t,
      signedIn,
    }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await signedIn();
      await page.goto('/settings/general');
      const main = page.getByRole('main');
      const html = page.locator('html');
      await expect(main.getByRole('radio', { name: t('settings.general.theme.system') })).toBeChecked();
      for (const theme of ['dark', 'light'] as const) {
        await main.getByRole('radio', { name: t(`settings.general.theme.${theme}`), exact: true }).check();
        await main.getByRole('button', { name: t('common.save') }).click();
        await expect(html).toHaveAttribute('data-theme', theme);
        await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
        await page.reload();
        await expect(html).toHaveAttribute('data-theme', theme);
        expect(await axeFindings(page)).toEqual([]);
      }
    });
  });
}

test('each settings page has its address, and is for its roles only [SET-01, SET-02, SET-03, PERM-01]', async ({
  page,
  context,
  t,
  newCustomer,
  signedIn,
}) => {
  await page.goto('/settings/profile');
  await expect(page).toHaveURL(/\/login\?returnPath=%2Fsettings%2Fprofile/);
  const arrivals: [Parameters<typeof newCustomer>[0], string, string][] = [
    [{}, '/settings', '/settings/profile'],
    [{}, '/settings/general', '/settings/general'],
    [{}, '/admin/settings/general', '/dashboard'],
    [{}, '/provider/settings/general', '/dashboard'],
    [{ role: 'provideradmin' }, '/provider/settings/general', '/provider/settings/general'],
    [{ role: 'providerview' }, '/provider/settings/general', '/provider/settings/general'],
    [{ role: 'provideradmin' }, '/settings/profile', '/dashboard'],
    [{ role: 'admin' }, '/admin/settings/general', '/admin/settings/general'],
    [{ role: 'tlcadmin' }, '/admin/settings', '/admin/settings/email'],
    [{ role: 'admin' }, '/settings/privacy', '/dashboard'],
  ];
  for (const [spec, asked, arrived] of arrivals) {
    await context.clearCookies();
    await signedIn(spec);
    await page.goto(asked);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(arrived);
  }
  await expect(page.getByText(t('system.noAccess.snackbar'))).toBeVisible();
});
