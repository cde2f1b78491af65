import {
  addCustomerProvider,
  updateCustomerProvider,
} from '../../src/server/features/facilities/operations.ts';
import { contextFor, person } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { draft } from '../saved-plan.ts';
import { eachWidthOnce, expect, main, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const path = '/admin/providers/care-facilities';

async function facility(app: TestApp, provider_name: string, more: Record<string, string> = {}) {
  const admin = await person(app.services, { role: 'admin' });
  const context = contextFor(app.services, admin.actor);
  return { admin, context, ...(await addCustomerProvider.call(context, { provider_name, ...more })) };
}

test.beforeEach(async ({ app }) => {
  const { db } = app.services;
  await db.updateTable('users').set({ customer_provider_id: null }).execute();
  await db.deleteFrom('customer_providers').execute();
});

for (const language of languages) {
  test.describe(`care facilities, in ${language}`, () => {
    test.use({ language });

    test(
      `an administrator adds a facility with all its fields, each with its validation, changes it, and deletes it after a confirmation [FAC-01, FAC-02, FAC-03, FAC-04, ERR-29, CON-46] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, signedIn }) => {
        await signedIn({ role: 'tlcadmin' });
        await page.goto(path);
        const main = page.getByRole('main');
        await expect(main.getByText(t('facilities.empty'))).toBeVisible();
        await isInOrder(page);
        await main.getByRole('button', { name: t('facilities.add') }).click();
        const dialog = page.getByRole('dialog', { name: t('facilities.form.titleAdd') });
        const field = (
          name: 'provider' | 'service' | 'address' | 'suburb' | 'state' | 'postcode' | 'careType',
        ) => dialog.getByLabel(t(`facilities.col.${name}`));
        await field('service').fill('L');
        await field('postcode').fill('328');
        await dialog.getByRole('button', { name: t('facilities.form.save') }).click();
        await expect(errorSummary(dialog)).toBeFocused();
        await expect(errorSummary(dialog).getByRole('link')).toHaveCount(3);
        await isInOrder(page);
        await field('provider').fill('Heathland Care');
        await field('service').fill('Heathland Lodge');
        await field('address').fill('4 Wattle Lane');
        await field('suburb').fill('Warrnambool');
        await field('state').fill('VIC');
        await field('postcode').fill('3280');
        await field('careType').selectOption('Short Term Restorative Care (STRC)');
        await dialog.getByRole('button', { name: t('facilities.form.save') }).click();
        await expect(dialog).toBeHidden();
        for (const words of ['Heathland Care', 'Heathland Lodge', 'Warrnambool', '3280'])
          await expect(main.getByText(words).first()).toBeVisible();
        await expect(main.getByText(t('facilities.careType.shortTermRestorative')).first()).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await main
          .getByRole('button', { name: t('facilities.edit', { facility: 'Heathland Care' }) })
          .click();
        const edit = page.getByRole('dialog', { name: t('facilities.form.titleEdit') });
        await expect(edit.getByLabel(t('facilities.col.address'))).toHaveValue('4 Wattle Lane');
        await edit.getByLabel(t('facilities.col.suburb')).fill('Koroit');
        await edit.getByRole('button', { name: t('facilities.form.save') }).click();
        await expect(edit).toBeHidden();
        await expect(page.locator('.snacks').getByText(t('success.facilitySaved'))).toBeVisible();
        await expect(main.getByText('Koroit').first()).toBeVisible();
        await main
          .getByRole('button', { name: t('facilities.edit', { facility: 'Heathland Care' }) })
          .click();
        await edit.getByRole('button', { name: t('facilities.delete.button') }).click();
        const question = page.getByRole('alertdialog', { name: t('confirm.facilityDelete.title') });
        await expect(question).toContainText(t('facilities.delete.body', { facility: 'Heathland Care' }));
        await isInOrder(page);
        await question.getByRole('button', { name: t('facilities.delete.button') }).click();
        await expect(page.locator('.snacks').getByText(t('success.deleted'), { exact: true })).toBeVisible();
        await expect(main.getByText(t('facilities.empty'))).toBeVisible();
      },
    );
  });
}

test('facilities are listed ten on a page with the newest first, and are searched through the address of the page [FAC-01, FAC-11, FAC-12, FAC-13]', async ({
  page,
  app,
  signedIn,
}) => {
  for (let number = 1; number <= 11; number += 1)
    await facility(app, `House ${number}`, { suburb: number === 3 ? 'Koroit' : 'Perth' });
  await signedIn({ role: 'admin' });
  await page.goto(path);
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(1)).toContainText('House 11');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('House 1');
  await page.getByLabel('Search care facilities').fill('koroit');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('House 3');
  await expect(page).toHaveURL(/search=koroit/);
  await page.getByLabel('Search care facilities').fill('nowhere');
  await expect(page.getByRole('main').getByText('No rows match')).toBeHidden();
  await expect(rows).toHaveCount(0);
});

test('the menu marks the group of the page, and not the neighbouring pages [FAC-01, GAP-101]', async ({
  page,
  signedIn,
}) => {
  await signedIn({ role: 'admin' });
  await page.goto('/admin/providers');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  const all = menu.getByRole('link', { name: 'All providers' });
  await expect(all).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('link', { name: 'Care facilities' }).click();
  await expect(page).toHaveURL(path);
  await expect(menu.getByRole('link', { name: 'Manage Providers' })).toHaveAttribute('aria-current', 'true');
  await expect(all).toBeVisible();
  await expect(menu.locator('[aria-current=page]')).toHaveCount(0);
  await expect(page.getByRole('main').locator('[aria-current=page]')).toHaveText('Care facilities');
});

test('two administrators who change one facility: both changes are kept [fault 7, D-18]', async ({
  page,
  app,
  signedIn,
}) => {
  const { id, context } = await facility(app, 'Heathland Care', { suburb: 'Koroit' });
  await signedIn({ role: 'admin' });
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit Heathland Care' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit care facility' });
  await dialog.getByLabel('Postcode').fill('3282');
  await updateCustomerProvider.call(context, {
    ...{ id, version: 0, provider_name: 'Heathland Care', suburb: 'Port Fairy' },
  });
  await dialog.getByRole('button', { name: 'Save care facility' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('main').getByRole('row').nth(1);
  await expect(row).toContainText('Port Fairy');
  await expect(row).toContainText('3282');
});

test('staff attach a customer on the customer’s page; the facility lists attached customers and cannot be deleted until they are detached [API-52, FAC-03]', async ({
  page,
  app,
  newCustomer,
  signedIn,
}) => {
  await facility(app, 'Heathland Care', { suburb: 'Koroit' });
  const customer = await newCustomer({ ...draft(), firstName: 'Joan', lastName: 'Murphy' });
  await signedIn({ role: 'admin' });
  await page.goto(`/admin/customers/${customer.userId}`);
  const change = page.getByRole('button', { name: 'Change the care facility of Joan Murphy' });
  const dialog = page.getByRole('dialog', { name: 'Care facility of a customer' });
  const choose = async (typed: string, option: string) => {
    await change.click();
    await dialog.getByRole('combobox', { name: 'Care facility' }).click();
    if (typed) await page.keyboard.type(typed);
    await page.getByRole('option', { name: option }).click();
    await isInOrder(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await expect(page.getByText('No care facility')).toBeVisible();
  await choose('heath', 'Heathland Care');
  await expect(page.getByText('Care facility: Heathland Care')).toBeVisible();
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit Heathland Care' }).click();
  await page.getByRole('button', { name: 'Delete care facility' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this care facility?' });
  await expect(question).toContainText('This facility is linked to customers. Detach it first.');
  await expect(question.getByRole('button', { name: 'Delete care facility' })).toHaveCount(0);
  await question.getByRole('link', { name: 'Joan Murphy' }).click();
  await expect(page).toHaveURL(new RegExp(customer.userId));
  await choose('', 'None');
  await expect(page.getByText('No care facility')).toBeVisible();
});

test(`unsaved text causes a question before the dialog closes, and only administrators can open the page [FAC-02] [security 4] ${main}`, async ({
  page,
  signedIn,
}) => {
  await signedIn({ role: 'admin' });
  await page.goto(path);
  await page.getByRole('button', { name: 'Add care facility' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add care facility' });
  await dialog.getByLabel('Provider name').fill('Heath');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(dialog.getByLabel('Provider name')).toHaveValue('Heath');
  await page.goto('/dashboard');
  await signedIn({ role: 'provideradmin' });
  await page.goto(path);
  await expect(page).toHaveURL(/\/dashboard/);
});
