import sharp from 'sharp';
import { updateProvider } from '../../src/server/features/providers/form/update-operation.ts';
import { connectProvider } from '../../testing/connections.ts';
import { contextFor, person } from '../../testing/people.ts';
import { errorSummary } from '../error-summary.ts';
import { choose, fullProvider, house, rowOf, searched } from './provider-form-page.ts';
import { expect, main, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

test('an external id and an e-mail that are in use show an error at their fields [ERR-31, ERR-32]', async ({
  page,
  app,
  signedIn,
}) => {
  const taken = await fullProvider(app, 'Taken House');
  const free = await fullProvider(app, 'Free House');
  await connectProvider(app.services, free);
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

test('when two administrators change a provider both changes are kept, and a question precedes any loss [D-18, D-21]', async ({
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

for (const language of languages) {
  test.describe(`a rename, in ${language}`, () => {
    test.use({ language });

    test(`is undone from the message that confirms it, and not after another change [N-12] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const own = `Renamed ${language}`;
      const id = await fullProvider(app, own);
      await signedIn({ role: 'admin' });
      await page.goto(searched(own));
      const dialog = page.getByRole('dialog');
      const undo = page.getByRole('button', { name: t('providers.undo'), exact: true });
      const rename = async (from: string, to: string) => {
        await choose(page, t('providers.row.menu', { provider: from }), t('providers.action.edit'));
        await dialog.getByLabel(t('providers.form.name'), { exact: true }).fill(to);
        await dialog.getByRole('button', { name: t('providers.form.save') }).click();
        await expect(page.getByText(t('providers.renamed', { before: from, provider: to }))).toBeVisible();
      };
      await rename(own, `${own} House`);
      expect(await rowOf(app, id)).toMatchObject({ name: `${own} House`, version: 1 });
      await undo.click();
      await expect(page.getByText(t('providers.undone', { provider: own }))).toBeVisible();
      expect(await rowOf(app, id)).toMatchObject({ name: own, version: 2 });
      await rename(own, `${own} Court`);
      // Another change meanwhile: Undo must not overwrite it.
      await app.services.db.updateTable('providers').set({ version: 99 }).where('id', '=', id).execute();
      await undo.click();
      await expect(page.getByText(t('providers.notUndone', { provider: own }))).toBeVisible();
      expect(await rowOf(app, id)).toMatchObject({ name: `${own} Court`, version: 99 });
    });
  });
}

test('a logo is uploaded with a new provider; another file type and a large file are refused, also in a snackbar [PROV-27, PROV-28, PROV-29, PROV-31, ERR-37, S-41]', async ({
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
  // The returned address is the one from which the page shows the picture.
  const picture = await page.request.get(made.logo!);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
  await page.goto(searched('Logo House'));
  await choose(page, 'Actions for Logo House', 'Edit');
  await expect(page.getByRole('dialog').locator(`img[src^="${made.logo}"]`)).toBeVisible();
});

test(`a provider is deleted from its form, after the word is typed [PROV-09] ${main}`, async ({
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
