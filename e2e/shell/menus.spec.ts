import type { Page } from '@playwright/test';
import type { Role } from '../../src/domain/access/actors.ts';
import type { MenuViewer } from '../../src/domain/menu/viewer.ts';
import { menuLabelOf, menuOf, placeOf, type MenuEntry } from '../../src/domain/menu/menu.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { provider, type TestPersonSpec } from '../../testing/people.ts';
import { signed } from '../saved-plan.ts';
import { escapeFrom, expect, main, phone, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const every = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const none = { can_manage_acp: false, can_manage_all: false, can_manage_user: false };

/** The person and the conditions of their menu, as in the tables of the test. */
const viewerOf = (role: Role, more: Partial<MenuViewer> = {}): MenuViewer => ({
  role,
  planComplete: true,
  external: false,
  provider_id: null,
  subscription_id: null,
  loginProvider: 'password',
  externalProviderSync: false,
  flags: role === 'user' ? none : every,
  singleProvider: true,
  superAdmin: role === 'sysadmin',
  ...more,
});

/** Requirement ids that opening each entry of a menu proves, by role. */
const proved: Partial<Record<Role, string>> = {
  provideradmin: ' [PROD-15]',
  admin: ' [PROD-16]',
  tlcadmin: ' [PROD-16]',
};

const hrefsOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => (entry.children ? hrefsOf(entry.children) : [entry.href]));

async function specOf(app: TestApp, role: Role): Promise<TestPersonSpec> {
  if (role === 'user') return { ...signed(), providerId: await provider(app.services) };
  return { role, ...(role.startsWith('provider') && { providerId: await provider(app.services) }) };
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    for (const role of ['user', 'provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const) {
      test(`every entry of the menu of ${role} leads to its own page${proved[role] ?? ''}`, async ({
        page,
        t,
        app,
        signedIn,
      }) => {
        test.slow();
        const spec = await specOf(app, role);
        await signedIn(spec);
        const viewer = viewerOf(role, { provider_id: spec.providerId ?? null });
        const entries = menuOf(viewer);
        await page.goto('/dashboard');
        const menu = page.getByRole('navigation', { name: t(menuLabelOf(role)) });
        await expect(menu.getByRole('link')).toHaveText([
          ...entries.map(({ label }) => t(label)),
          t('menu.user.needHelp'),
        ]);
        for (const entry of entries) {
          await menu
            .getByRole('link', { name: t(entry.label), exact: true })
            .first()
            .click();
          const children = entry.children ?? [];
          // Sub-entries are shown when one of them is open, with the open one marked.
          for (const child of children) {
            await menu
              .getByRole('listitem')
              .getByRole('link', { name: t(child.label), exact: true })
              .last()
              .click();
            await expect(page).toHaveURL(child.href);
            await expect(menu.locator('[aria-current=page]')).toHaveText(t(child.label));
          }
          if (children.length === 0) {
            await expect(page).toHaveURL(entry.href);
            await expect(menu.locator('[aria-current=page]')).toHaveText(t(entry.label));
          }
        }
        for (const href of [...hrefsOf(entries), '/need-help']) {
          await page.goto(href);
          await expect(page).toHaveURL(href);
          await expect(heading(page)).toBeVisible();
          const main = page.getByRole('main');
          for (const none of [
            'system.notFound.title',
            'system.noAccess.title',
            'system.locked.title',
          ] as const)
            await expect(heading(page)).not.toHaveText(t(none));
          expect(rawKeysIn(await main.innerText())).toEqual([]);
        }
      });
    }

    test('an address of another role shows a message, one of a later plan state shows when it becomes available, and paying does not depend on the plan [MENU-07, GAP-100]', async ({
      page,
      t,
      context,
      app,
      signedIn,
    }) => {
      const closed: Record<string, readonly string[]> = {
        user: ['/provider/reports', '/admin/reports'],
        providerview: ['/provider/reports', '/admin/billing'],
        admin: ['/provider/reports'],
      };
      for (const [role, addresses] of Object.entries(closed)) {
        await context.clearCookies();
        await signedIn(await specOf(app, role as Role));
        for (const address of addresses) {
          expect(placeOf(address, viewerOf(role as Role)).kind).toBe('closed');
          await page.goto(address);
          await expect(heading(page)).toHaveText(t('system.noAccess.title'));
          await expect(page.getByRole('main')).toContainText(t('system.noAccess.body'));
        }
      }
      await context.clearCookies();
      await signedIn({});
      await page.goto('/account-and-billing');
      await expect(heading(page)).toHaveText(t('billing.page.title'));
      await expect(page.getByText(t('billing.page.resultNone'))).toBeVisible();
      await page.goto('/my-acp');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 2 })).toHaveText(t('myAcp.draft.title'));
      await main.getByRole('link', { name: t('myAcp.draft.button') }).click();
      await expect(page).toHaveURL('/questionnaire');
    });
  });
}

test('a customer whose plan is incomplete has two entries, and sees why [MENU-07]', async ({
  page,
  signedIn,
}) => {
  await signedIn({});
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Your pages' });
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Profile & Settings', 'Need help?']);
  await expect(menu).toContainText('The other pages open when your plan is complete.');
});

test('a provider with sub-providers manages providers, one without manages a provider [MENU-03]', async ({
  page,
  context,
  app,
  newCustomer,
  enter,
}) => {
  const head = await provider(app.services, 'Banksia Care');
  const priya = await newCustomer({ role: 'provideradmin', providerId: head });
  const menu = page.getByRole('navigation', { name: 'Provider pages' });
  const first = () => menu.getByRole('link').nth(1);
  await enter(priya);
  await page.goto('/dashboard');
  await expect(first()).toHaveText('Manage Provider');
  const ward = await provider(app.services, 'Banksia North');
  const { db } = app.services;
  await db
    .updateTable('providers')
    .set({ parent_id: head, path: [head, ward] })
    .where('id', '=', ward)
    .execute();
  await page.reload();
  await expect(first()).toHaveText('Manage Providers');
  await db.updateTable('providers').set({ archived: true }).where('id', '=', ward).execute();
  await page.reload();
  await expect(first()).toHaveText('Manage Provider');
  await context.clearCookies();
});

test('an entry whose flag is removed disappears from the menu at the next check [MENU-14, MENU-15, MENU-16, PERM-05]', async ({
  page,
  app,
  signedIn,
}) => {
  const { userId } = await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  const { db } = app.services;
  const role = await db
    .insertInto('permission_roles')
    .values({ id: 91, label: 'No flags', role: 'provideradmin', role_group: 'provider', ...none })
    .returning('id')
    .executeTakeFirstOrThrow();
  const menu = page.getByRole('navigation', { name: 'Provider pages' });
  await page.goto('/dashboard');
  await expect(menu.getByRole('link', { name: 'Manage Customers' })).toBeVisible();
  await db.updateTable('users').set({ permission_role_id: role.id }).where('id', '=', userId).execute();
  await page.reload();
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Settings', 'Need help?']);
  await page.getByRole('button', { name: /Your account menu/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Dashboard', 'Settings', 'Sign out']);
});

test(`only provider admins and TLC admins have a badge [LAYOUT-02, GAP-19] ${main}`, async ({
  page,
  context,
  app,
  signedIn,
}) => {
  const badges = {
    user: '',
    provideradmin: 'Provider Admin',
    providerview: '',
    admin: 'TLC Admin',
    tlcadmin: 'TLC Admin',
  } as const;
  for (const [role, badge] of Object.entries(badges)) {
    await context.clearCookies();
    await signedIn(await specOf(app, role as Role));
    await page.goto('/dashboard');
    await expect(page.getByRole('banner').locator('.badge')).toHaveText(badge === '' ? [] : [badge]);
  }
});

test(
  'the telephone menu has the entries of staff with their sub-entries, and Escape closes it [MENU-05, LAYOUT-09]',
  { tag: phone },
  async ({ page, signedIn }) => {
    await signedIn({ role: 'tlcadmin', firstName: 'Ruth', lastName: 'Okafor' });
    await page.goto('/admin/reports/customers');
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    await opener.tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByText('Signed in as Ruth Okafor')).toBeVisible();
    await expect(drawer.locator('[aria-current=page]')).toHaveText('Customers');
    for (const name of ['Company', 'Subscriptions', 'ACP completions', 'ACP audit report', 'Need help?'])
      await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible();
    await escapeFrom(page, drawer);
    await expect(opener).toBeFocused();
    await opener.tap();
    await drawer.getByRole('link', { name: 'Manage billing' }).tap();
    await expect(page).toHaveURL('/admin/billing/subscription');
  },
);
