import { person, provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { resident } from '../customers-house.ts';
import { shieldGone } from '../taps.ts';
import { bothWidths, expect, main, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** A group with an archived provider, where Ann and Bea live, and a provider to which they can move. */
async function grown(app: TestApp, name: string) {
  const { services } = app;
  const group = await provider(services, `${name} Group`);
  const banksia = await provider(services, `${name} Banksia`, group);
  const correa = await provider(services, `${name} Correa`, group);
  const ann = await resident(app, banksia, { firstName: 'Ann', lastName: 'Ward' });
  await resident(app, banksia, { firstName: 'Bea', lastName: 'Ward' });
  await services.db
    .updateTable('providers')
    .set({ archived: true, archived_at: new Date() })
    .where('id', '=', banksia)
    .execute();
  await services.db
    .updateTable('providers')
    .set({ phone_number: '03 5550 0199' })
    .where('id', '=', correa)
    .execute();
  return { group, banksia, correa, ann, from: `${name} Banksia`, to: `${name} Correa` };
}

for (const language of languages) {
  test.describe(`a resident of an archived house, in ${language}`, () => {
    test.use({ language });

    test(`is moved from the row by keyboard after the changes were shown, and moved back from her page [S-46] [D-63] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { group, ann, from, to } = await grown(app, `One ${language}`);
      await signedIn({ role: 'provideradmin', providerId: group });
      await page.goto('/provider/customers?status=archivedHouse');
      const trigger = page.getByRole('button', { name: t('customers.cell.menu', { customer: 'Ann Ward' }) });
      await trigger.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: t('customers.action.move') }).press('Enter');
      const dialog = page.getByRole('dialog', { name: t('customers.move.title', { customer: 'Ann Ward' }) });
      await expect(dialog).toContainText(t('customers.move.whoFrom', { customer: 'Ann Ward', from }));
      const move = dialog.getByRole('button', { name: t('customers.move.button'), exact: true });
      await move.press('Enter');
      const box = dialog.getByRole('combobox', { name: t('customers.move.house') });
      await expect(box).toHaveAccessibleDescription(new RegExp(t('error.move.choose')));
      await box.fill(to);
      await expect(page.getByRole('option', { name: to })).toBeVisible();
      await box.press('ArrowDown');
      await box.press('Enter');
      for (const change of [
        t('customers.move.change.readers', { to, from }),
        t('customers.move.change.phone', { to, phone: '03 5550 0199' }),
        t('customers.move.stays'),
        t('customers.move.undoHint'),
      ])
        await expect(dialog).toContainText(change);
      await isInOrder(page);
      await move.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByText(t('customers.move.done', { customer: 'Ann Ward', to }))).toBeVisible();
      await expect(page.getByText('Ann Ward', { exact: true })).toHaveCount(0);

      await page.goto(`/provider/customers/${ann.userId}`);
      await expect(page.getByText(t('customer.move.title', { from, to }))).toBeVisible();
      await isInOrder(page);
      await page.getByRole('button', { name: t('customer.move.undo') }).press('Enter');
      await expect(page.getByText(t('customer.move.undone', { customer: 'Ann Ward', from }))).toBeVisible();
      await expect(page.getByText(t('customer.move.title', { from, to }))).toHaveCount(0);
    });
  });
}

test(`selected residents are moved together, and moved back through the message ${bothWidths} [S-46] [D-63] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const { group, banksia, correa, to } = await grown(app, 'Many');
  await signedIn({ role: 'provideradmin', providerId: group });
  const housesOf = async () => {
    const rows = await app.services.db
      .selectFrom('users')
      .select('provider_id')
      .where('provider_id', 'in', [banksia, correa])
      .execute();
    return rows.map((row) => row.provider_id);
  };
  await page.goto('/provider/customers?status=archivedHouse');
  await page.getByRole('checkbox', { name: 'Pick all on this page', exact: true }).check();
  await expect(page.getByText('2 customers picked')).toBeVisible();
  await page.getByRole('button', { name: 'Move to another house' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 customers to another house' });
  const box = dialog.getByRole('combobox', { name: 'New house' });
  await expect(box).toBeEnabled();
  await shieldGone(page);
  await box.fill(to);
  await expect(page.getByRole('option', { name: to })).toBeVisible();
  await shieldGone(page);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(dialog).toContainText('What changes');
  await shieldGone(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText(`2 customers are now at ${to}`)).toBeVisible();
  expect(await housesOf()).toEqual([correa, correa]);
  await shieldGone(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  expect(await housesOf()).toEqual([banksia, banksia]);
});

test('a nurse, and staff of a single provider, cannot move residents [S-46] [D-63]', async ({
  page,
  app,
  enter,
}) => {
  const { group, correa } = await grown(app, 'None');
  await resident(app, correa, { firstName: 'Cal', lastName: 'Ward' });
  const nurse = await person(app.services, { role: 'providerview', providerId: group });
  await enter(nurse);
  await page.goto('/provider/customers');
  await expect(page.getByText('Cal Ward', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await enter(await person(app.services, { role: 'provideradmin', providerId: correa }));
  await page.goto('/provider/customers');
  await page.getByRole('button', { name: 'Actions for Cal Ward' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit customer ID and room' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move to another house' })).toHaveCount(0);
});
