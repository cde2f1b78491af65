import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { updateProvider } from '../src/server/features/providers/form/update-operation.ts';
import { contextFor, person, provider } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';
import { isInOrder } from './axe.ts';
import { errorSummary } from './error-summary.ts';
import { bothWidths, expect, test } from './wattle.ts';
import { languages, rawKeysIn } from './words.ts';

const house = {
  name: 'Seagrass House',
  address: '12 Heath Street',
  location: 'Warrnambool',
  state: 'VIC',
  postcode: '3280',
  phone_number: '(03) 5550 0140',
  email: '',
};

const searched = (name: string) => `/admin/providers?search=${encodeURIComponent(name)}`;

/** Opens the menu of a provider in the tree, and picks an action by its words. */
async function choose(page: Page, menu: string, action: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Looks one up by its name in a field, and picks it. */
async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await field.press('ArrowDown');
  await field.fill(name);
  await page.getByRole('option', { name }).click();
}

const rowOf = (app: TestApp, id: string) =>
  app.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Makes a provider whose form is filled in. */
async function fullProvider(app: TestApp, name: string, parent: string | null = null): Promise<string> {
  const id = await provider(app.services, name, parent);
  await app.services.db
    .updateTable('providers')
    .set({ ...house, name, subscription_start_date: '2024-07-01' })
    .where('id', '=', id)
    .execute();
  return id;
}

for (const language of languages)
  test.describe(`the form of a provider, in ${language}`, () => {
    test.use({ language });

    test(
      'a sub-provider is added; what is missing or wrong is said at each field, and nothing typed is lost [PROV-07, PROV-19, PROV-20, PROV-21, PROV-23, PROV-32]',
      { tag: bothWidths },
      async ({ page, app, signedIn, t }) => {
        const own = `Adding ${language} ${test.info().project.name}`;
        const root = await fullProvider(app, own);
        await signedIn({ role: 'admin' });
        await page.goto(searched(own));
        const menu = t('providers.row.menu', { provider: own });
        await choose(page, menu, t('providers.addSub', { provider: own }));
        const dialog = page.getByRole('dialog', { name: t('providers.form.titleAddSub') });
        const field = (name: 'name' | 'address' | 'location' | 'state' | 'postcode' | 'phone' | 'email') =>
          dialog.getByLabel(t(`providers.form.${name}`), { exact: name !== 'email' });
        await expect(dialog.getByRole('combobox', { name: t('providers.form.parent') })).toHaveValue(own);
        const save = dialog.getByRole('button', { name: t('providers.form.save') });
        await field('email').fill('hello');
        await field('postcode').fill('328');
        await dialog.getByText(t('providers.type.external_provider')).click();
        await save.click();
        const summary = errorSummary(dialog);
        await expect(summary).toBeFocused();
        for (const problem of [
          t('field.required', { label: t('field.name.providerName') }),
          t('error.provider.externalIdRequired'),
          t('field.required', { label: t('field.name.address') }),
          t('field.state.required'),
          t('field.postcode.format'),
          t('field.phone.required'),
          t('field.email.invalid'),
        ])
          await expect(summary).toContainText(problem);
        const offered = field('state').getByRole('option');
        expect(
          await offered.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value)),
        ).toEqual(['', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'VIC', 'TAS', 'WA']);
        expect(rawKeysIn(await dialog.innerText())).toEqual([]);
        await isInOrder(page);
        await expect(field('email')).toHaveValue('hello');
        await field('name').fill(`${own} House`);
        await field('address').fill(house.address);
        await field('location').fill(house.location);
        await field('state').selectOption('VIC');
        await field('postcode').fill('3280');
        await field('phone').fill(house.phone_number);
        await field('email').fill('');
        await dialog
          .getByLabel(t('providers.form.externalId'))
          .fill(` ${language} ${test.info().project.name} `);
        await save.click();
        await expect(page.getByText(t('success.providerSaved'))).toBeVisible();
        await expect(dialog).toBeHidden();
        const made = await app.services.db
          .selectFrom('providers')
          .select(['parent_id', 'type', 'external_id'])
          .where('name', '=', `${own} House`)
          .executeTakeFirstOrThrow();
        expect(made).toMatchObject({
          parent_id: root,
          type: 'external_provider',
          external_id: `ext-${language}${test.info().project.name}`,
        });
      },
    );

    test('a contact person is changed by a tlcadmin who says so once more; for others the field is disabled [PROV-24, PROV-25, PROV-26, ERR-36]', async ({
      page,
      app,
      signedIn,
      enter,
      t,
    }) => {
      const own = `Contact ${language}`;
      const id = await fullProvider(app, own);
      const staff = (lastName: string) =>
        person(app.services, { role: 'provideradmin', providerId: id, firstName: 'Aroha', lastName });
      const old = await staff('Parata');
      const next = await staff('Nair');
      await app.services.db
        .updateTable('providers')
        .set({ contact_id: old.userId })
        .where('id', '=', id)
        .execute();
      const admin = await person(app.services, { role: 'admin', language });
      await signedIn({ role: 'tlcadmin' });
      await page.goto(searched(own));
      const menu = t('providers.row.menu', { provider: own });
      await choose(page, menu, t('providers.action.edit'));
      const dialog = page.getByRole('dialog', { name: t('providers.form.titleEdit', { provider: own }) });
      const field = dialog.getByRole('combobox', { name: t('providers.form.contact') });
      await expect(field).toHaveValue('Aroha Parata');
      await isInOrder(page);
      await pick(page, field, 'Aroha Nair');
      await dialog.getByRole('button', { name: t('providers.form.save') }).click();
      const question = page.getByRole('alertdialog', { name: t('confirm.providerContact.title') });
      await expect(question).toContainText(
        t('confirm.providerContact.body', { old: 'Aroha Parata', new: 'Aroha Nair' }),
      );
      await isInOrder(page);
      await question.getByRole('button', { name: t('providers.transfer.button') }).click();
      await expect(page.getByText(t('success.saved'))).toBeVisible();
      await expect(dialog).toBeHidden();
      expect(await rowOf(app, id)).toMatchObject({ contact_id: next.userId });

      await enter(admin);
      await page.goto(searched(own));
      await choose(page, menu, t('providers.action.edit'));
      const disabled = dialog.getByLabel(t('providers.form.contact'));
      await expect(disabled).toBeDisabled();
      await expect(disabled).toHaveValue('Aroha Nair');
    });
  });

test('a contact person who cannot be changed is said in a snackbar, and the rest is saved [ERR-35]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await fullProvider(app, 'Failing Contact');
  const staff = (lastName: string) =>
    person(app.services, { role: 'provideradmin', providerId: id, firstName: 'Aroha', lastName });
  const old = await staff('Parata');
  await staff('Nair');
  await app.services.db
    .updateTable('providers')
    .set({ contact_id: old.userId })
    .where('id', '=', id)
    .execute();
  await signedIn({ role: 'tlcadmin' });
  await page.route('**/api/contact-transfer', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(searched('Failing Contact'));
  await choose(page, 'Actions for Failing Contact', 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Location').fill('Koroit');
  await pick(page, dialog.getByRole('combobox', { name: 'Contact person' }), 'Aroha Nair');
  await dialog.getByRole('button', { name: 'Save provider' }).click();
  await page.getByRole('button', { name: 'Change contact person' }).click();
  await expect(page.locator('.snacks')).toContainText(/\w/);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(dialog.getByRole('combobox', { name: 'Contact person' })).toHaveValue('Aroha Nair');
  expect(await rowOf(app, id)).toMatchObject({ contact_id: old.userId, location: 'Koroit' });
});

test('an external id and an e-mail that are in use are said at their fields [ERR-31, ERR-32]', async ({
  page,
  app,
  signedIn,
}) => {
  const taken = await fullProvider(app, 'Taken House');
  const free = await fullProvider(app, 'Free House');
  await app.services.db
    .updateTable('providers')
    .set({ type: 'external_provider', external_id: 'ext-taken7', email: 'office@taken.example' })
    .where('id', '=', taken)
    .execute();
  await signedIn({ role: 'admin' });
  await page.goto(searched('Free House'));
  await choose(page, 'Actions for Free House', 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('External provider').click();
  await dialog.getByLabel('External ID').fill(' Taken 7 ');
  const save = dialog.getByRole('button', { name: 'Save provider' });
  await save.click();
  await expect(errorSummary(dialog)).toContainText('External ID already exists.');
  await expect(dialog.getByLabel('External ID')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('External ID').fill('Free 7');
  await dialog.getByLabel('Email').fill('Office@Taken.example');
  await expect(save).toBeVisible();
  await save.click();
  await expect(errorSummary(dialog)).toContainText('This email address is already in use.');
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(await rowOf(app, free)).toMatchObject({ external_id: null, version: 0 });
});

test('two who change a provider keep both their words, and are asked before words are lost [D-18, D-21]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await fullProvider(app, 'Shared House');
  const other = await person(app.services, { role: 'admin' });
  await signedIn({ role: 'admin' });
  await page.goto(searched('Shared House'));
  await choose(page, 'Actions for Shared House', 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('14 Heath Street');
  await updateProvider.call(contextFor(app.services, other.actor), {
    ...house,
    ...{ id, version: 0, name: 'Shared House', location: 'Koroit' },
  });
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await expect(dialog.getByLabel('Address')).toHaveValue('14 Heath Street');
  await dialog.getByRole('button', { name: 'Save provider' }).click();
  await expect(page.getByText('Provider saved successfully')).toBeVisible();
  expect(await rowOf(app, id)).toMatchObject({ address: '14 Heath Street', location: 'Koroit' });
});

test('a logo goes with a new provider; another kind of file and a large one are refused, in a snackbar too [PROV-27, PROV-28, PROV-29, PROV-31, ERR-37]', async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'admin' });
  await page.goto('/admin/providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add provider' });
  const logo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#15493a' } })
    .png()
    .toBuffer();
  const give = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  for (const [name, buffer, said] of [
    ['logo.svg', logo, 'This type of file is not allowed.'],
    ['logo', logo, 'This file name does not work.'],
    ['large.png', Buffer.alloc(2_097_153), 'This file is too large.'],
  ] as const) {
    await give(name, buffer);
    await expect(page.locator('.snacks')).toContainText(said);
    await expect(dialog.locator('.err')).toContainText(said);
  }
  await give('our logo.png', logo);
  await expect(dialog.getByRole('img', { name: 'our logo.png' })).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Logo House');
  await dialog.getByText('Internal provider').click();
  await dialog.getByLabel('Address').fill(house.address);
  await dialog.getByLabel('Location').fill(house.location);
  await dialog.getByLabel('State or territory').selectOption('NSW');
  await dialog.getByLabel('Postcode').fill('2000');
  await dialog.getByLabel('Phone').fill(house.phone_number);
  await dialog.getByRole('button', { name: 'Save provider' }).click();
  await expect(page.getByText('Provider saved successfully')).toBeVisible();
  const made = await app.services.db
    .selectFrom('providers')
    .select(['logo', 'parent_id', 'trial_expiry_date'])
    .where('name', '=', 'Logo House')
    .executeTakeFirstOrThrow();
  expect(made).toMatchObject({ parent_id: null, logo: expect.stringMatching(/^\/api\/logos\//) });
});

test('a provider is deleted out of its form, once the word is typed [PROV-09]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await fullProvider(app, 'Closing House');
  await signedIn({ role: 'admin' });
  await page.goto(searched('Closing House'));
  await choose(page, 'Actions for Closing House', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit Closing House' });
  await dialog.getByRole('button', { name: 'Delete provider' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('DELETE');
  await question.getByRole('button', { name: /^Delete/ }).click();
  await expect(dialog).toBeHidden();
  const { db } = app.services;
  await expect
    .poll(() => db.selectFrom('providers').select('id').where('id', '=', id).executeTakeFirst())
    .toBeUndefined();
});
