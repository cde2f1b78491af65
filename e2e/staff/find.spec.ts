import type { Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { house, resident } from '../customers-house.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Opens the search from the bar. */
async function openFind(page: Page): Promise<void> {
  await page.getByRole('banner').locator('[aria-keyshortcuts]').click();
  await expect(field(page)).toBeFocused();
}

const field = (page: Page) => page.getByRole('dialog').getByRole('searchbox');
const found = (page: Page) => page.getByRole('dialog').getByRole('listitem');

for (const language of languages) {
  test.describe(`finding a resident, in ${language}`, () => {
    test.use({ language });

    test(`opens with the / key on any page, and Enter opens the only resident found [N-02] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
    }) => {
      const providerId = await house(app);
      await signedIn({ role: 'provideradmin', providerId });
      await page.goto('/need-help');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Without waiting for the dialog.
      await page.keyboard.type('/chen lin');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Lin Mei Chen');
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    test('arrows choose among several, E opens the emergency sheet, and Escape returns to the page [N-02]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const providerId = await house(app);
      await resident(app, providerId, { firstName: 'Rose', lastName: 'Ward', customerId: 'BC-0200' });
      await resident(app, providerId, { firstName: 'Rose', lastName: 'Ward', customerId: 'BC-0201' });
      await signedIn({ role: 'providerview', providerId });
      await page.goto('/dashboard');
      await openFind(page);
      await isInOrder(page);
      await page.keyboard.type('ward');
      await page.keyboard.press('Enter');
      await expect(found(page)).toHaveCount(2);
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText(t('find.count', { count: 2 }));
      await expect(found(page).nth(0).getByRole('link').first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(found(page).nth(1).getByRole('link').first()).toBeFocused();
      await isInOrder(page);
      const [sheet] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('e')]);
      await sheet.waitForLoadState();
      await expect(sheet.getByText('Rose Ward').first()).toBeVisible();
      await sheet.close();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect(field(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: t('layout.find') })).toBeFocused();
    });

    test(`shows the search term when nothing is found, and no residents of other houses [N-02, S-75] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const providerId = await house(app);
      const other = await provider(app.services, 'Grevillea Court');
      await resident(app, other, { firstName: 'Thuy', lastName: 'McKenzie', customerId: 'GC-0001' });
      await signedIn({ role: 'provideradmin', providerId });
      await page.goto('/provider/customers');
      await openFind(page);
      for (const words of ['McKenzie, Thuy', 'McKenzi', 'GC-0001']) {
        await field(page).fill(words);
        await expect(page.getByRole('dialog').getByRole('status')).toHaveText(t('find.none', { words }));
        await expect(found(page)).toHaveCount(0);
      }
    });
  });
}

test('a typing error is tolerated and shown, and Enter does not open that resident directly [N-02]', async ({
  page,
  app,
  signedIn,
}) => {
  const providerId = await house(app);
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto('/provider/customers');
  await openFind(page);
  await page.keyboard.type('Whitlok');
  await page.keyboard.press('Enter');
  await expect(found(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toContainText(
    'No resident matches exactly. Shown instead: “Whitlock”.',
  );
  await expect(found(page).getByRole('link').first()).toBeFocused();
  await expect(page).toHaveURL(/\/provider\/customers/u);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Arthur Whitlock');
});

test('archived residents are below a line [N-02]', async ({ page, app, signedIn }) => {
  const providerId = await house(app);
  await resident(app, providerId, { firstName: 'Joan', lastName: 'Old', status: 'archived' });
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill('Joan');
  await expect(found(page)).toHaveCount(2);
  await expect(found(page).nth(0)).toContainText('Joan Murphy');
  await expect(found(page).nth(1)).toContainText('Joan Old');
  await expect(found(page).nth(1)).toContainText('Archived');
  await expect(page.getByRole('heading', { level: 3, name: 'Archived or to be removed' })).toBeVisible();
});

test('the / key is typed in fields, opens nothing over a dialog, and can be switched off [N-02]', async ({
  page,
  app,
  signedIn,
}) => {
  const providerId = await house(app);
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto('/provider/customers');
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('a');
  await search.press('/');
  await expect(search).toHaveValue('a/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await openFind(page);
  await page
    .getByRole('checkbox', { name: /^Use the single keys: \/ opens this search/ })
    .uncheck({ force: true });
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
});

test('a customer has no search for residents, and no key opens one [N-02]', async ({ page, signedIn, t }) => {
  await signedIn({ role: 'user' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: t('layout.find') })).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toBeHidden();
});
