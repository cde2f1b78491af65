import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { house, resident } from '../customers-house.ts';
import { eachWidthOnce, expect, main, mainOnce, phone, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`the table of customers, in ${language}`, () => {
    test.use({ language });

    test(
      `shows a nurse the residents, the states of their plans, and the number of complete plans [CTABLE-01, CTABLE-05, CTABLE-06, CTABLE-09, CTABLE-24] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const id = await house(app);
        await resident(app, await provider(app.services, 'Grevillea Lodge'), { lastName: 'Elsewhere' });
        await signedIn({ role: 'provideradmin', providerId: id });
        await page.goto('/provider/customers');
        const main = page.getByRole('main');
        await expect(main.getByText('Arthur Whitlock')).toBeVisible();
        await expect(main).toContainText(t('customers.count.complete', { complete: 2, total: 6 }));
        const complete = t('customers.acpStatus.complete');
        await expect(main.locator('.dot.green')).toHaveText([complete, complete]);
        await expect(main.locator('.dot.amber')).toHaveCount(4);
        // Cards leave out the day and the customer ID.
        if ((page.viewportSize()?.width ?? 0) >= 1440) {
          await expect(main).toContainText('06/03/26');
          await expect(main).toContainText('BC-0142');
        }
        await expect(main).not.toContainText('Elsewhere');
        await expect(main.getByRole('combobox', { name: t('customers.filter.provider') })).toHaveCount(0);
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
      },
    );

    test(`finds a resident by the typed text, and the back button restores the list [CTABLE-10, CTABLE-12, CTABLE-15] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.goto('/provider/customers?sort=created_at_asc');
      const names = page.getByRole('rowheader');
      await expect(names.first()).toContainText('Dorothy Hughes');
      await page.getByRole('searchbox', { name: t('customers.search.label') }).fill('Lin Mei Chen');
      await expect(names).toHaveCount(1);
      await expect(page.getByText(t('customers.count.found', { count: 1 }))).toBeVisible();
      await expect(page).toHaveURL(/search=Lin/);
      await page.goBack();
      await expect(names).toHaveCount(6);
      const views = page.getByRole('navigation', { name: t('customers.views.title') });
      await views.getByRole('link', { name: `${t('customers.views.complete')} 2`, exact: true }).click();
      await expect(names).toHaveCount(2);
      await views.getByRole('link', { name: `${t('customers.views.all')} 6`, exact: true }).click();
      await page.getByLabel(t('customers.filter.status')).selectOption('suspended');
      await expect(names).toHaveText([/Joan Murphy/]);
      await page.goto('/provider/customers?status=invited&search=zzz');
      await expect(page.getByText(t('lists.noneMatch'), { exact: true })).toBeVisible();
      await isInOrder(page);
    });

    test(`consists of cards on a telephone, each with its actions ${phone} [CTABLE-05] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.goto('/provider/customers');
      const card = page.getByRole('listitem').filter({ hasText: 'Arthur Whitlock' });
      await expect(card).toContainText(t('customers.status.invited'));
      const trigger = card.getByRole('button', {
        name: t('customers.cell.menu', { customer: 'Arthur Whitlock' }),
      });
      await trigger.click();
      await expect(page.getByRole('menuitem', { name: t('customers.action.reminder') })).toBeVisible();
      await isInOrder(page);
      await page.keyboard.press('Escape');
      await expect(trigger).toBeFocused();
      await page.setViewportSize({ width: 320, height: 640 });
      await isInOrder(page);
    });

    test('lets an administrator filter it by one provider, by keyboard [CTABLE-11, CTABLE-13]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const name = `Wombat House ${language}`;
      const id = await house(app, name);
      await signedIn({ role: 'tlcadmin' });
      await page.goto('/admin/customers');
      const box = page.getByRole('combobox', { name: t('customers.filter.provider') });
      await expect(box).toHaveValue(t('customers.filter.providerAll'));
      await box.focus();
      await page.keyboard.type(name);
      await expect(page.getByRole('option', { name })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/admin/customers?provider_id=${id}`);
      await expect(page.getByRole('rowheader')).toHaveCount(6);
      await expect(page.getByRole('main')).toContainText(
        t('customers.count.complete', { complete: 2, total: 6 }),
      );
      await page.reload();
      await expect(box).toHaveValue(name);
      await isInOrder(page);
    });

    test(`offers a read-only staff member no actions [CTABLE-04, CTABLE-25] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const id = await house(app);
      await signedIn({ role: 'providerview', providerId: id });
      await page.goto('/provider/customers');
      const row = page.getByRole('row').filter({ hasText: 'Arthur Whitlock' });
      const view = row.getByRole('link', {
        name: t('customers.cell.view', { customer: 'Arthur Whitlock' }),
      });
      await expect(view).toHaveAttribute('href', /^\/provider\/customers\/[\da-f-]{36}$/);
      await expect(row.getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('button', { name: t('customers.add') })).toHaveCount(0);
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      // Nor by keyboard: without a choice there is no bar of actions and no "choose all".
      await view.focus();
      await page.keyboard.press('x');
      await expect(page.getByText(t('customers.pick.count', { count: 1 }))).toHaveCount(0);
      await expect(page.getByRole('button', { name: t('customers.pick.clear') })).toHaveCount(0);
      await isInOrder(page);
    });

    test(`shows that it is empty, and offers to import customers and to add the first one [CTABLE-20, S-76] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
      await page.goto('/provider/customers');
      await expect(page.getByText(t('customers.empty.none'))).toBeVisible();
      await page.getByRole('button', { name: t('customers.import') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: t('customers.empty.noneAdd') }).click();
      await expect(page.getByRole('dialog', { name: t('customers.new.title') })).toBeVisible();
      await isInOrder(page);
    });
  });
}

test('shows ten customers per page, and another page by its address [CTABLE-14, CTABLE-16]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  for (let number = 10; number < 23; number++)
    await resident(app, id, { firstName: 'Rose', lastName: 'Ward', invited: `2026-04-${number}T01:00:00Z` });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  await expect(page.getByRole('rowheader')).toHaveCount(10);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/provider/customers?page=2');
  await expect(page.getByRole('rowheader')).toHaveCount(3);
});

for (const [role, path] of [
  ['provideradmin', '/provider/customers'],
  ['tlcadmin', '/admin/customers'],
] as const)
  test(`leads ${role} from a row to the customer’s page, and to the emergency facts in one step [CTABLE-02, CTABLE-03, PROD-17] ${main}`, async ({
    page,
    app,
    signedIn,
  }) => {
    const id = await provider(app.services);
    const { userId } = await resident(app, id, { firstName: 'Rose', lastName: `Of ${role}` });
    await signedIn({ role, ...(role === 'provideradmin' && { providerId: id }) });
    await page.goto(`${path}?search=Of ${role}`);
    const row = page.getByRole('row').filter({ hasText: `Of ${role}` });
    await expect(row.getByRole('link', { name: /^Emergency facts of Rose/ })).toHaveAttribute(
      'href',
      `/api/customers/${userId}/emergency`,
    );
    await row.getByRole('link', { name: `Rose Of ${role}`, exact: true }).click();
    await expect(page).toHaveURL(`${path}/${userId}`);
  });

test('staff without permission to manage plans see a message about it [MENU-16]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const who = await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  const { id: permission_role_id } = await app.services.db
    .insertInto('permission_roles')
    .values({ id: 90, label: 'Without plans', role: 'provideradmin', role_group: 'provider' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ can_manage_acp: false }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.services.db
    .updateTable('users')
    .set({ permission_role_id })
    .where('id', '=', who.userId)
    .execute();
  await page.goto('/provider/customers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.noAccess.title'));
});

test('if the provider filter does not load, its field shows the error and retries [CTABLE-11]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const part = '**/assets/reference-combo-*.js';
  const id = await provider(app.services, 'Bottlebrush Court');
  await resident(app, id, { firstName: 'Rose', lastName: 'Of the Court' });
  await signedIn({ role: 'tlcadmin' });
  await page.route(part, (route) => route.abort());
  await page.goto('/admin/customers');
  const filters = page.getByRole('search');
  await expect(filters.getByRole('alert')).toContainText(t('error.general_error'));
  await isInOrder(page);
  await page.unroute(part);
  await filters.getByRole('button', { name: t('common.tryAgain') }).click();
  const field = filters.getByRole('combobox', { name: t('customers.filter.provider') });
  await expect(field).toBeVisible();
  await expect(filters.getByRole('alert')).toHaveCount(0);
  await field.fill('Bottlebrush');
  await page.getByRole('option', { name: 'Bottlebrush Court' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/Of the Court/]);
});

test(`shows ten residents of one house without scrolling at 1440 by 900, six at 1100 by 800, and three at 390 by 844 [N-03] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  for (let number = 10; number < 22; number++)
    await resident(app, id, {
      firstName: 'Bartholomew',
      lastName: 'Featherstonehaugh',
      status: number % 2 ? 'invited' : 'active',
      customerId: `BH-10${number}`,
      invited: `2026-04-${number}T01:00:00Z`,
    });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  const wholeRows = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('main tbody tr, main li:has(dl)')].filter(
          (row) => row.getBoundingClientRect().bottom <= innerHeight,
        ).length,
    );
  for (const [width, height, rows] of [
    [1440, 900, 10],
    [1100, 800, 6],
    [390, 844, 3],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByText('Featherstonehaugh').first()).toBeVisible();
    await expect.poll(wholeRows, `${width} x ${height}`).toBeGreaterThanOrEqual(rows);
  }
});

test(`restores filter, page, scroll position and focus after the page of a customer [N-03] [S-74] ${main}`, async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const id = await provider(app.services);
  for (let number = 10; number < 25; number++)
    await resident(app, id, {
      firstName: 'Bartholomew',
      lastName: `Featherstonehaugh ${number}`,
      status: 'invited',
      invited: `2026-04-${number}T01:00:00Z`,
    });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/provider/customers?status=invited&page=2');
  const link = page.getByRole('rowheader').getByRole('link').last();
  const name = await link.innerText();
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await link.click();
  await page.getByRole('link', { name: t('customer.back') }).click();
  await expect(page).toHaveURL('/provider/customers?status=invited&page=2');
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});
