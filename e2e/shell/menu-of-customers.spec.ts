import type { Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import { draft, signed } from '../saved-plan.ts';
import { escapeFrom, expect, main, mainOnce, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';

const menuOf = (page: Page, name = 'Your pages') => page.getByRole('navigation', { name }).getByRole('link');

for (const language of languages) {
  test.describe(`the menu of a customer, in ${language}`, () => {
    test.use({ language });

    test('before signing: only the dashboard and the settings [MENU-07]', async ({ page, t, signedIn }) => {
      await signedIn(draft());
      await page.goto('/dashboard');
      const menu = menuOf(page, t('menu.user.label'));
      await expect(menu).toHaveText([
        t('menu.user.dashboard'),
        t('menu.user.settings'),
        t('menu.user.needHelp'),
      ]);
      await expect(menu.first()).toHaveAttribute('aria-current', 'page');
    });

    test(`with a signed plan and a subscription: everything [MENU-01, MENU-11] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn(signed());
      const all = [
        'dashboard',
        'myAcp',
        'trustedContacts',
        'settings',
        'accountBilling',
        'myHealthRecord',
        'needHelp',
      ] as const;
      const names = (entries: readonly (typeof all)[number][]) =>
        entries.map((entry) => t(`menu.user.${entry}`));
      await page.goto('/dashboard');
      const menu = menuOf(page, t('menu.user.label'));
      await expect(menu).toHaveText(names(all.filter((entry) => entry !== 'trustedContacts')));
      const { id } = await app.services.db
        .insertInto('subscriptions')
        .values({ name: 'Care plan', fee: 4900, customer_type_id: 1, recurrence: 'year' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.services.db
        .updateTable('users')
        .set({ subscription_id: id })
        .where('id', '=', who.userId)
        .execute();
      await page.reload();
      await expect(menu).toHaveText(names(all));
      const addresses = [
        '/dashboard',
        '/my-acp',
        '/trusted-contacts',
        '/settings/profile',
        '/account-and-billing',
        '/my-health-record',
        '/need-help',
      ];
      for (const [index, address] of addresses.entries())
        await expect(menu.nth(index)).toHaveAttribute('href', address);
      await menu.nth(1).click();
      await expect(page).toHaveURL('/my-acp');
      await expect(menu.nth(1)).toHaveAttribute('aria-current', 'page');
      await expect(menu.nth(0)).not.toHaveAttribute('aria-current');
    });
  });
}

test('a provider’s customer has contacts and no billing; a plan on paper counts as complete and hides the health record [MENU-08, MENU-09, MENU-10, MENU-11]', async ({
  page,
  signedIn,
  app,
}) => {
  const who = await signedIn({ providerId: await provider(app.services) });
  await app.services.db.updateTable('acps').set({ external: true }).where('id', '=', who.acpId).execute();
  await page.goto('/dashboard');
  await expect(menuOf(page)).toHaveText([
    'Dashboard',
    'My plan',
    'Trusted Contacts',
    'Profile & Settings',
    'Need help?',
  ]);
});

test('the pages of the settings, and those of an account without a Wattle password [MENU-01, MENU-12, MENU-13]', async ({
  page,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  const { db } = app.services;
  const pages = menuOf(page).filter({ hasText: /^(Profile|Password|Privacy|Second step|General)$/ });
  await page.goto('/settings/profile');
  await expect(pages).toHaveText(['Profile', 'Password', 'Privacy', 'Second step', 'General']);
  await expect(pages.first()).toHaveAttribute('aria-current', 'page');
  await db
    .updateTable('users')
    .set({ cognito_sync_status: 'external-provider' })
    .where('id', '=', who.userId)
    .execute();
  await page.reload();
  await expect(pages).toHaveText(['Profile', 'Password', 'Privacy', 'General']);
  await db
    .updateTable('users')
    .set({ login_provider: 'social', cognito_sync_status: null })
    .where('id', '=', who.userId)
    .execute();
  await page.reload();
  await expect(pages).toHaveText(['Profile', 'General']);
});

test(
  `the menu on a telephone: the pages and the items that are otherwise in the bar, and Escape closes it [LAYOUT-09, MENU-01] ${main}`,
  { tag: phone },
  async ({ page, signedIn }) => {
    await signedIn(signed());
    await page.goto('/dashboard');
    await expect(page.getByRole('navigation', { name: 'Your pages' })).toHaveCount(0);
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    await opener.tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByText('Signed in as Margaret Doyle')).toBeVisible();
    for (const name of ['中文', 'Larger text', 'Sign out'])
      await expect(drawer.getByRole('button', { name })).toBeVisible();
    await escapeFrom(page, drawer);
    await expect(opener).toBeFocused();
    await opener.tap();
    await drawer.getByRole('link', { name: 'My plan' }).tap();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL('/my-acp');
  },
);
