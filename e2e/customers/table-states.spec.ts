import { insertFile } from '../../testing/customer-files.ts';
import { fullAnswers, provider } from '../../testing/people.ts';
import { house, resident } from '../customers-house.ts';
import { expect, main, test } from '../wattle.ts';

test('each state of a plan has its colour, and the date is that of the newest file, or "--" [CTABLE-08, CTABLE-22, S-41]', async ({
  page,
  app,
  signedIn,
}) => {
  const { services } = app;
  const id = await provider(services);
  const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };
  const add = (firstName: string, more = {}) => resident(app, id, { firstName, lastName: 'Ward', ...more });
  await add('Amber', { plan: { status: 'draft', answers: { firstName: 'Amber' } } });
  const green = await add('Green', signed);
  const grey = await add('Grey', signed);
  const blue = await add('Blue');
  await add('Red');
  await services.db.updateTable('acps').set({ locked: true }).where('user_id', '=', grey.userId).execute();
  await insertFile(services, blue.userId);
  for (const [file_name, activated] of [
    ['newest.pdf', '2027-03-09T01:00:00Z'],
    ['older.pdf', '2027-02-01T01:00:00Z'],
  ] as const) {
    const file = await insertFile(services, green.userId, { file_name });
    await services.db
      .updateTable('files')
      .set({ activated_timestamp: new Date(activated), reviewed_at: new Date(activated) })
      .where('id', '=', file.id)
      .execute();
  }
  // A state that this version of the page does not know, as a newer server may send.
  await page.route('**/api/graphql', async (route) => {
    if (!route.request().postData()?.includes('getCustomers(')) return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as {
      data: { getCustomers: { data: { first_name: string; plan_state: string }[] } };
    };
    for (const row of body.data.getCustomers.data) if (row.first_name === 'Red') row.plan_state = 'lost';
    return route.fulfill({ response, json: body });
  });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} Ward` });
  for (const [name, colour, words] of [
    ['Amber', 'amber', 'Draft'],
    ['Green', 'green', 'Complete'],
    ['Grey', 'grey', 'Locked'],
    ['Blue', 'blue', 'Review'],
    ['Red', 'red', 'Unknown'],
  ] as const)
    await expect(
      row(name).locator(colour === 'grey' ? '.dot:not(.amber, .green, .blue, .red)' : `.dot.${colour}`),
      name,
    ).toHaveText(words);
  await expect(row('Green')).toContainText('09/03/27');
  await expect(row('Green')).not.toContainText('01/02/27');
  await expect(row('Amber').getByRole('cell', { name: '--', exact: true }).first()).toBeVisible();
});

test(`a search without a result offers its matches among archived customers and those who will be deleted [N-12] [S-75] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  await resident(app, id, { firstName: 'Rose', lastName: 'Ward' });
  await resident(app, id, { firstName: 'Minh', lastName: 'Doherty', status: 'archived' });
  await resident(app, await provider(app.services), {
    firstName: 'Minh',
    lastName: 'Elsewhere',
    status: 'archived',
  });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers?search=Minh');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByRole('link', { name: /who will be deleted/ })).toHaveCount(0);
  await page.getByRole('link', { name: '1 archived customer matches' }).click();
  await expect(page).toHaveURL(/search=Minh/);
  await expect(page.getByRole('rowheader')).toHaveText([/Minh Doherty/]);
  await page.goto('/provider/customers?search=Nothing');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByRole('link', { name: /archived customers? match/ })).toHaveCount(0);
});

test('a changed search, filter or order shows the first page again [CTABLE-19, S-41]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  for (let number = 10; number < 22; number++)
    await resident(app, id, {
      ...{ firstName: 'Rose', lastName: 'Ward', invited: `2026-04-${number}T01:00:00Z` },
      plan: { status: 'draft', answers: { firstName: 'Rose' } },
    });
  await signedIn({ role: 'provideradmin', providerId: id });
  const rows = page.getByRole('rowheader');
  for (const [change, address] of [
    [() => page.getByRole('searchbox').fill('Rose'), '/provider/customers?search=Rose'],
    [() => page.getByLabel('Plan and account').selectOption('draft'), '/provider/customers?status=draft'],
    [
      () => page.getByRole('columnheader', { name: 'Customer' }).getByRole('button').click(),
      '/provider/customers?sort=name_asc',
    ],
  ] as const) {
    await page.goto('/provider/customers?page=2');
    await expect(rows).toHaveCount(2);
    await change();
    await expect(page).toHaveURL(address);
    await expect(rows).toHaveCount(10);
  }
});

test(`an administrator adds, imports and manages customers of any provider [CTABLE-23, S-41] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const id = await house(app, 'Managed House');
  await signedIn({ role: 'admin' });
  await page.goto(`/admin/customers?provider_id=${id}`);
  await expect(page.getByRole('button', { name: 'Add customers' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Remove Lin Mei Chen' })).toBeVisible();
  // Lists are imported from the dialog (CTABLE-21).
  await page.getByRole('button', { name: 'Add customers' }).click();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Many customers? Import from CSV' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const menuOf = async (customer: string) => {
    const button = page.getByRole('button', { name: `Actions for ${customer}` });
    await button.click();
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    const { x, y } = (await button.boundingBox())!;
    // A second press at the same place must not choose anything.
    const at = await page.evaluate(
      ([left, top]) =>
        document.elementFromPoint(left + 20, top + 20)?.closest('[role=menuitem]')?.textContent,
      [x, y] as const,
    );
    expect(at).toBeUndefined();
    const actions = new Set(await page.getByRole('menuitem').allTextContents());
    await page.keyboard.press('Escape');
    return actions;
  };
  const all = [
    ...['View', 'Record a conversation', 'Archive', 'Remove'],
    ...['Edit customer ID and room', 'Move to another house'],
  ];
  expect(await menuOf('Lin Mei Chen')).toEqual(
    new Set([...all, 'Log in as customer', 'Suspend', 'Designate email']),
  );
  expect(await menuOf('Joan Murphy')).toEqual(new Set([...all, 'Reactivate']));
  expect(await menuOf('Arthur Whitlock')).toEqual(
    new Set([
      ...all,
      ...['Log in as customer', 'Suspend', 'Send reminder', 'Cancel invitation'],
      'Send link for a new password',
    ]),
  );
});
