import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { newMedicareNumber, resident } from '../customers-house.ts';
import { errorSummary } from '../error-summary.ts';
import { asks, eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`adding customers, in ${language}`, () => {
    test.use({ language });

    test(
      `an account is created with the data that staff enter [CACT-25, CACT-29, CACT-30, CACT-31, CACT-32, CACT-33, CACT-37] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
        await page.goto('/provider/customers');
        await page.getByRole('button', { name: t('customers.add') }).click();
        const dialog = page.getByRole('dialog', { name: t('customers.new.title') });
        const create = dialog.getByRole('button', { name: t('customers.new.submitCreate') });
        await create.click();
        await expect(errorSummary(dialog)).toContainText(t('error.customer.accountFor'));
        await dialog.getByText(t('customers.accountFor.create_account')).click();
        await create.click();
        const summary = errorSummary(dialog);
        for (const problem of [
          t('error.customer.relation'),
          t('field.medicare.required'),
          t('field.gender.required'),
          t('field.birthDate.required'),
          t('field.authority.required'),
        ])
          await expect(summary).toContainText(problem);
        await isInOrder(page);
        await dialog.getByLabel(t('customers.new.firstName')).fill('Arthur');
        await dialog.getByLabel(t('customers.new.lastName')).fill('Whitlock');
        await dialog.getByLabel(t('customers.new.relationWithOwner')).selectOption('employee');
        expect(rawKeysIn(await dialog.innerText())).toEqual([]);
        await dialog.getByLabel(t('customers.new.gender')).selectOption({ label: t('field.gender.male') });
        await dialog.getByLabel(t('customers.new.birthDate')).fill('17/09/1941');
        await dialog.getByLabel(t('customers.new.medicare')).fill(newMedicareNumber());
        await dialog.getByLabel(t('customers.new.notOwner')).check();
        await create.click();
        await expect(dialog.getByRole('button', { name: t('customers.new.another') })).toBeVisible();
        await isInOrder(page);
        await dialog
          .getByRole('button', { name: t('common.close') })
          .last()
          .click();
        const main = page.getByRole('main');
        await expect(main.getByText('Arthur Whitlock')).toBeVisible();
        await expect(main).toContainText(t('customers.cell.noEmail'));
      },
    );

    test(`a customer is invited by name and address only; one who already has an account is named at the field [CACT-26, CACT-38, CACT-39, CACT-40, ERR-29, ERR-33] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      newCustomer,
      t,
    }) => {
      const known = await newCustomer();
      await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
      await page.goto('/provider/customers');
      await page.getByRole('button', { name: t('customers.add') }).click();
      const dialog = page.getByRole('dialog', { name: t('customers.new.title') });
      await dialog.getByText(t('customers.accountFor.invite_account')).click();
      await dialog.getByLabel(t('customers.new.firstName')).fill('Noor');
      await dialog.getByLabel(t('customers.new.lastName')).fill('Haddad');
      const email = dialog.getByLabel(t('customers.new.email'));
      const send = dialog.getByRole('button', { name: t('customers.new.submitInvite') });
      await email.fill(known.email);
      await send.click();
      await expect(errorSummary(dialog)).toContainText(t('error.userExists'));
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      const sent = page.waitForRequest(asks('inviteCustomer'));
      await email.fill(` NOOR.${language}@Example.com `);
      await send.click();
      const { idempotency_key: _, provider_id: __, ...facts } = (await sent).postDataJSON().variables;
      expect(facts).toEqual({
        registration_type: 'invite_account',
        first_name: 'Noor',
        last_name: 'Haddad',
        email: `noor.${language}@example.com`,
      });
      await expect(page.locator('.snacks').getByText(t('success.invited'))).toBeVisible();
    });
  });
}

test('a Medicare number that already exists is named at its field [ERR-34, CACT-34, CACT-35]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  await resident(app, id);
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  const dialog = page.getByRole('dialog', { name: 'Add customers' });
  await page.getByRole('button', { name: 'Add customers' }).click();
  const medicare = newMedicareNumber();
  const fill = async (birthDate: string) => {
    await dialog.getByText('Create the account now').click();
    await dialog.getByLabel('First name').fill('Rose');
    await dialog.getByLabel('Last name').fill('Ward');
    await dialog.getByLabel('What are you to this customer?').selectOption('employee');
    await dialog.getByLabel('Gender').selectOption('Female');
    await dialog.getByLabel('Date of birth').fill(birthDate);
    await dialog.getByLabel('Medicare number').fill(medicare);
    await dialog.getByLabel(/^I am not this customer/).check();
    await dialog.getByRole('button', { name: 'Create account' }).click();
  };
  await fill('17/09/2099');
  await expect(errorSummary(dialog)).toContainText('future');
  await fill('17/09/1941');
  await dialog.getByRole('button', { name: 'Add another customer' }).click();
  await fill('17/09/1941');
  await expect(errorSummary(dialog)).toContainText('This Medicare number already exists');
  await expect(dialog.getByLabel('Medicare number')).toHaveAttribute('aria-invalid', 'true');
});
