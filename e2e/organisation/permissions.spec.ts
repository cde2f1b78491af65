import { person, provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { asks, eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const path = '/admin/permissions';

async function memberOf(app: TestApp, providerId: string, permission_role_id: number, lastName: string) {
  const who = await person(app.services, {
    ...{ role: 'provideradmin' as const, providerId, firstName: 'Ann', lastName },
  });
  await app.services.db
    .updateTable('users')
    .set({ permission_role_id })
    .where('id', '=', who.userId)
    .execute();
  return who;
}

async function saveElsewhere(app: TestApp, id: number, flags: Record<string, boolean>) {
  const { db } = app.services;
  const { version } = await db
    .selectFrom('permission_roles')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('permission_roles')
    .set({ ...flags, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Gives the roles 2 and 3 the rights that they have in a new installation. */
async function restoreRights({ services: { db } }: TestApp): Promise<void> {
  const all = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
  await db.updateTable('permission_roles').set(all).where('id', '=', 2).execute();
  await db
    .updateTable('permission_roles')
    .set({ ...all, can_manage_all: false })
    .where('id', '=', 3)
    .execute();
}

test.beforeEach(async ({ app }) => {
  await app.services.db
    .updateTable('users')
    .set({ status: 'archived' })
    .where('permission_role_id', 'in', [1, 2, 3])
    .execute();
  await restoreRights(app);
});

// Other tests use the same database.
test.afterEach(({ app }) => restoreRights(app));

for (const language of languages) {
  test.describe(`permission settings, in ${language}`, () => {
    test.use({ language });

    test(
      `an administrator clears a flag of a template, sees the resulting menu and the people affected, and saves [PERM-06, PERM-07, PERM-08, GAP-99] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const house = await provider(app.services, 'Banksia House');
        await memberOf(app, house, 1, 'Root');
        for (let number = 10; number < 22; number += 1) await memberOf(app, house, 2, `Lee ${number}`);
        await signedIn({ role: 'tlcadmin' });
        await page.goto(path);
        const main = page.getByRole('main');
        const edit = main.getByRole('region', { name: t('permissions.template.edit') });
        const view = main.getByRole('region', { name: t('permissions.template.view') });
        await expect(edit).toContainText(t('permissions.users', { count: 12 }));
        await expect(view.getByRole('checkbox')).toHaveCount(3);
        await expect(
          view.getByRole('checkbox', { name: t('permissions.flag.can_manage_all') }),
        ).toBeDisabled();
        await expect(view).toContainText(t('permissions.right.notInRole'));
        await isInOrder(page);
        await edit.getByRole('checkbox', { name: t('permissions.flag.can_manage_user') }).uncheck();
        const right = t('permissions.flag.can_manage_user');
        await expect(edit).toContainText(t('permissions.unsavedRemove', { right }));
        await edit.getByRole('button', { name: t('permissions.save') }).click();
        const dialog = page.getByRole('alertdialog');
        await expect(dialog).toContainText(t('permissions.lose', { count: 12, rights: right }));
        await expect(dialog.locator('del')).toHaveText(t('menu.provider.users'));
        await expect(dialog).toContainText('Lee 10');
        await expect(dialog).toContainText('Banksia House');
        await dialog.getByRole('button', { name: t('common.next') }).click();
        await expect(dialog).toContainText('Lee 21');
        await isInOrder(page);
        expect(rawKeysIn(await dialog.innerText())).toEqual([]);
        await dialog.getByRole('button', { name: t('permissions.save') }).click();
        await expect(dialog).toBeHidden();
        await page.reload();
        await expect(edit.getByRole('checkbox', { name: right })).not.toBeChecked();
        await expect(edit).toContainText(t('permissions.nothingToSave'));
      },
    );
  });
}

test('a change applies at the next click of a signed-in person, and the menu is updated [GAP-99, PERM-07] [fault 21]', async ({
  page,
  app,
  enter,
}) => {
  const house = await provider(app.services, 'Banksia House');
  const editor = await memberOf(app, house, 2, 'Lee');
  await enter(editor);
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Provider pages' });
  await expect(menu.getByRole('link', { name: 'Manage Customers' })).toBeVisible();
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/settings/);
  await saveElsewhere(app, 2, { can_manage_acp: false });
  // Permissions are read at a click, at most every two seconds.
  await page.waitForTimeout(2_100);
  await menu.getByRole('link', { name: 'Manage Customers' }).click();
  await expect(menu.getByRole('link', { name: 'Manage Customers' })).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('Customer ID');
});

test('a failed response to reading the role leaves the page and its menu unchanged [GAP-99]', async ({
  page,
  app,
  enter,
}) => {
  await enter(await memberOf(app, await provider(app.services, 'Banksia House'), 2, 'Lee'));
  await page.goto('/provider/users');
  const menu = page.getByRole('navigation', { name: 'Provider pages' });
  await expect(menu.getByRole('link', { name: 'Manage Users' })).toHaveAttribute('aria-current', 'page');
  const frame = page.getByRole('main');
  await frame.evaluate((main) => main.setAttribute('data-kept', ''));
  const failures = [
    ['general_error', 200, 'Manage Customers'],
    ['rate-limited', 200, 'Manage Users'],
    ['unavailable', 503, 'Manage Customers'],
  ] as const;
  for (const [code, status, link] of failures) {
    const errors = [{ message: code, extensions: { code } }];
    await page.route('**/api/graphql', (route) =>
      asks('currentUser')(route.request())
        ? route.fulfill({ status, json: { data: null, errors } })
        : route.fallback(),
    );
    await page.waitForTimeout(2_100);
    const failed = page.waitForResponse((response) => asks('currentUser')(response.request()));
    await menu.getByRole('link', { name: link }).click();
    await failed;
    await expect(menu.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
    // The page was not re-rendered, which would lose the content of its fields.
    await expect(frame).toHaveAttribute('data-kept');
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('another administrator’s change saved meanwhile is shown with one’s own, to be saved again [D-18] [fault 7]', async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'admin' });
  await page.goto(path);
  const view = page.getByRole('region', { name: 'User / view role' });
  await view.getByRole('checkbox', { name: 'Manage users' }).uncheck();
  await saveElsewhere(app, 3, { can_manage_acp: false });
  const save = async () => {
    await view.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save permissions' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  };
  await save();
  await expect(view.getByRole('alert')).toContainText('Another person changed this role meanwhile.');
  await expect(view.getByRole('checkbox', { name: 'Manage customers' })).not.toBeChecked();
  await expect(view.getByRole('checkbox', { name: 'Manage users' })).not.toBeChecked();
  await save();
  await page.reload();
  await expect(view.getByRole('checkbox', { name: 'Manage users' })).not.toBeChecked();
});

test('a provider must keep a user with all rights: the refusal names the provider [GAP-99]', async ({
  page,
  app,
  signedIn,
}) => {
  const house = await provider(app.services, 'Banksia House');
  await memberOf(app, house, 2, 'Lee');
  await signedIn({ role: 'admin' });
  await page.goto(path);
  const edit = page.getByRole('region', { name: 'Facility / edit role' });
  await edit.getByRole('checkbox', { name: 'Manage providers' }).uncheck();
  await edit.getByRole('button', { name: 'Save permissions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save permissions' }).click();
  await expect(edit.getByRole('alert')).toContainText('One user must keep all rights.');
  await expect(edit.getByRole('alert')).toContainText('Banksia House');
  await expect(edit.getByRole('checkbox', { name: 'Manage providers' })).not.toBeChecked();
  await page.getByRole('link', { name: 'Manage Customers' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?');
});
