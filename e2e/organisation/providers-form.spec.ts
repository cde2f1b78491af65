import { connectProvider } from '../../testing/connections.ts';
import { person } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { choose, fullProvider, house, pick, rowOf, searched } from './provider-form-page.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages)
  test.describe(`the form of a provider, in ${language}`, () => {
    test.use({ language });

    test(
      `a sub-provider is added; missing or wrong entries show an error at each field, and nothing typed is lost [PROV-07, PROV-19, PROV-20, PROV-21, PROV-23, PROV-32] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const own = `Adding ${language} ${test.info().project.name}`;
        const root = await fullProvider(app, own);
        await connectProvider(app.services, root);
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

    test(`a contact person is changed by a tlcadmin after a confirmation; for others the field is disabled [PROV-24, PROV-25, PROV-26, ERR-36] ${mainOnce(language)}`, async ({
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

test('a contact person that cannot be changed shows an error in a snackbar, and the other changes are saved [ERR-35, S-47]', async ({
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
  await page.route('**/api/contact-transfer', (route) =>
    route.fulfill({
      status: 400,
      json: {
        ok: false,
        error: 'invalid',
        fields: [{ field: 'new_contact_id', message: 'error.provider.contactUnfit' }],
      },
    }),
  );
  await page.goto(searched('Failing Contact'));
  await choose(page, 'Actions for Failing Contact', 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Location').fill('Koroit');
  await pick(page, dialog.getByRole('combobox', { name: 'Contact person' }), 'Aroha Nair');
  await dialog.getByRole('button', { name: 'Save provider' }).click();
  await page.getByRole('button', { name: 'Change contact person' }).click();
  await expect(page.locator('.snacks')).toContainText('Choose a member of staff of this provider');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(dialog.getByRole('combobox', { name: 'Contact person' })).toHaveValue('Aroha Nair');
  expect(await rowOf(app, id)).toMatchObject({ contact_id: old.userId, location: 'Koroit' });
});
