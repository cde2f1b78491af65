import { choose, house, houseOfRose } from '../customers-house.ts';
import { asks, expect, main, test } from '../wattle.ts';

test(`each question about a customer is a named dialog; Escape closes it and returns focus to the row [CACT-02] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const id = await house(app, 'Dialogs House');
  await signedIn({ role: 'tlcadmin' });
  await page.goto(`/admin/customers?provider_id=${id}`);
  const asked = [
    ['Lin Mei Chen', 'Suspend', 'Suspend Lin Mei Chen?'],
    ['Lin Mei Chen', 'Archive', 'Archive Lin Mei Chen?'],
    ['Lin Mei Chen', 'Remove', 'Remove Lin Mei Chen?'],
    ['Lin Mei Chen', 'Designate email', 'Designate email'],
    ['Joan Murphy', 'Reactivate', 'Reactivate Joan Murphy?'],
    ['Arthur Whitlock', 'Cancel invitation', 'Cancel the invitation of Arthur Whitlock?'],
    ['Noor Haddad', 'Edit email', 'Edit email'],
  ] as const;
  for (const [customer, action, title] of asked) {
    const trigger = await choose(page, customer, action);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(trigger).toBeFocused();
  }
  await page.getByRole('main').getByRole('button', { name: 'Add customers' }).click();
  await expect(page.getByRole('dialog', { name: 'Add customers' })).toBeVisible();
});

test('an error stays in the dialog, and its button shows it and is reset after 1.5 seconds [ERR-28]', async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'provideradmin', providerId: (await houseOfRose(app)).id });
  await page.goto('/provider/customers');
  await choose(page, 'Rose Ward', 'Suspend');
  await page.route('**/api/graphql', (route) =>
    asks('updateUserStatus')(route.request()) ? route.abort('connectionreset') : route.fallback(),
  );
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByRole('button', { name: 'Not done. Try again.' })).toBeVisible();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(dialog.getByRole('button', { name: 'Suspend' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Rose Ward is suspended')).toBeVisible();
});

test('a customer of another system cannot be removed here [CACT-17]', async ({ page, app, signedIn }) => {
  const { id, userId } = await houseOfRose(app);
  await app.services.db
    .updateTable('users')
    .set({ integrations: JSON.stringify([{ type: 'Ancestry Care' }]) })
    .where('id', '=', userId)
    .execute();
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  await page.getByRole('button', { name: 'Remove Rose Ward' }).click();
  const dialog = page.getByRole('dialog', { name: 'This customer cannot be removed here' });
  await expect(dialog).toContainText('Remove them in that system first.');
  await expect(dialog).toContainText('Linked to Ancestry Care');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
});
