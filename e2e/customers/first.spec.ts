import { provider } from '../../testing/people.ts';
import { house } from '../customers-house.ts';
import { asks, bothWidths, eachWidthOnce, expect, noteRequests, test } from '../wattle.ts';
import { languages, texts } from '../words.ts';

/** Most of the script: the part that renders the page. */
const vendor = '**/assets/vendor-*.js';

for (const language of languages)
  test.describe(`the first paint of the list of customers, in ${language}`, () => {
    test.use({ language });

    test(
      'has its title in its final place before the script is loaded, and requests each thing once [CTABLE-01]',
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        await signedIn({ role: 'provideradmin', providerId: await house(app) });
        const [people, lists] = [noteRequests(page, 'currentUser'), noteRequests(page, 'getCustomers')];
        let go = () => {};
        const held = new Promise<void>((resolve) => (go = resolve));
        await page.route(vendor, (route) => held.then(() => route.continue()));
        await page.goto('/provider/customers', { waitUntil: 'commit' });
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toHaveText(t('customers.title'));
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-AU');
        await page.evaluate(() => document.fonts.ready);
        // Its text has the same place; the invisible right part of its box may differ.
        const place = async () => ({ ...(await heading.boundingBox())!, width: 0 });
        const before = await place();
        expect(await page.locator('body').innerText()).not.toContain('Whitlock');
        go();
        await expect(page.getByRole('main').getByText('Arthur Whitlock')).toBeVisible();
        expect(await place()).toEqual(before);
        await expect(page.locator('.coming')).toHaveCount(0);
        await page.waitForLoadState('networkidle');
        expect([people.length, lists.length]).toEqual([1, 1]);
      },
    );
  });

test(
  'has its bar with the logo in its final place before any data is loaded, and no controls [CTABLE-01]',
  { tag: bothWidths },
  async ({ page, app, signedIn }) => {
    await signedIn({ role: 'provideradmin', providerId: await house(app) });
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/api/graphql', (route) => held.then(() => route.continue()));
    await page.route(vendor, (route) => held.then(() => route.continue()));
    await page.goto('/provider/customers', { waitUntil: 'commit' });
    await expect(page.locator('.bar')).toHaveText(texts.en('common.appName'));
    // On a telephone the staff badge replaces the name.
    const places = () =>
      Promise.all(['.bar', '.bar .logo svg'].map((part) => page.locator(part).boundingBox()));
    const before = await places();
    expect(await page.locator('a, button, input, h1').count()).toBe(0);
    go();
    await expect(page.getByRole('main').getByText('Arthur Whitlock')).toBeVisible();
    expect(await places()).toEqual(before);
    await expect(page.locator('.bar')).toHaveCount(1);
  },
);

for (const question of ['currentUser', 'getCustomers'])
  test(`where the first request for ${question} gets no response, the page requests it again [CTABLE-01]`, async ({
    page,
    app,
    signedIn,
  }) => {
    await signedIn({ role: 'provideradmin', providerId: await house(app) });
    let lost = 0;
    await page.route('**/api/graphql', (route) => {
      if (lost > 0 || !asks(question)(route.request())) return route.fallback();
      lost += 1;
      return route.abort();
    });
    await page.goto('/provider/customers');
    await expect(page.getByRole('main').getByText('Arthur Whitlock')).toBeVisible();
    expect(lost).toBe(1);
  });

test('the next person on the same computer sees their own list, and a signed-out person sees none [CTABLE-01]', async ({
  page,
  app,
  signedIn,
  context,
}) => {
  const who = await signedIn({ role: 'provideradmin', providerId: await house(app) });
  await page.goto('/provider/customers');
  await expect(page.getByRole('main').getByText('Arthur Whitlock')).toBeVisible();
  await app.services.db.deleteFrom('sessions').where('user_id', '=', who.userId).execute();
  const asked = noteRequests(page, 'getCustomers');
  await page.goto('/provider/customers');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en('signin.title'));
  expect(asked).toEqual([]);
  await context.clearCookies();
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  await page.goto('/provider/customers');
  await expect(page.getByText(texts.en('customers.empty.none'))).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Whitlock');
});
