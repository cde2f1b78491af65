import { axeFindings } from '../axe.ts';
import { house } from '../customers-house.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** The script of every page. */
const script = '**/assets/app-*.js';

for (const language of languages)
  test.describe(`a page whose script does not load, in ${language}`, () => {
    test.use({ language });

    test(
      'shows it, with the help desk’s number, and loads on retry',
      { tag: eachWidthOnce(language) },
      async ({ page, t }) => {
        await page.route(script, (route) => route.abort());
        await page.goto('/login');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.serverDown.title'));
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-AU');
        await expect(page.getByRole('link', { name: /1800/ })).toHaveAttribute('href', /^tel:1800/);
        expect(await axeFindings(page)).toEqual([]);
        await page.unroute(script);
        await page.getByRole('button', { name: t('common.tryAgain') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signin.title'));
      },
    );
  });

test('the list of staff whose script does not load shows an error in place of its frame', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  await signedIn({ role: 'provideradmin', providerId: await house(app) });
  await page.route(script, (route) => route.abort());
  await page.goto('/provider/customers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.serverDown.title'));
  await expect(page.locator('.bar')).toHaveCount(1);
  await expect(page.locator('body')).not.toContainText('Whitlock');
});
