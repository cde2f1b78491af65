import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { choose, fullProvider, rowOf, searched } from './provider-form-page.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages)
  test.describe(`the fee of a provider, in ${language}`, () => {
    test.use({ language });

    test(
      `is set by the number of beds or customers and the price of one; errors and another administrator’s changes are shown [API-43, TRANS-04, GAP-106] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const own = `Paying ${language} ${test.info().project.name}`;
        const id = await fullProvider(app, own);
        await signedIn({ role: 'admin' });
        await page.goto(searched(own));
        const menu = t('providers.row.menu', { provider: own });
        await choose(page, menu, t('providers.action.fee'));
        const dialog = page.getByRole('dialog', { name: t('providers.fee.title', { provider: own }) });
        const save = dialog.getByRole('button', { name: t('providers.fee.save') });
        await save.click();
        const summary = errorSummary(dialog);
        await expect(summary).toBeFocused();
        await expect(summary).toContainText(t('providers.fee.countRequired'));
        await expect(summary).toContainText(t('field.money'));
        expect(rawKeysIn(await dialog.innerText())).toEqual([]);
        await isInOrder(page);
        await dialog.getByText(t('providers.fee.unit.beds'), { exact: true }).click();
        await dialog.getByLabel(t('providers.fee.number.beds')).fill('40');
        await dialog.getByLabel(t('providers.fee.price.beds')).fill('25.50');
        await expect(dialog).toContainText(
          t('providers.fee.sum.beds', { count: 40, price: '$25.50', amount: '$1,020' }),
        );
        await isInOrder(page);
        // Another administrator saves another fee meanwhile.
        await app.services.db
          .updateTable('providers')
          .set({ no_of_customers: 7, fee: 7_000, version: 5 })
          .where('id', '=', id)
          .execute();
        await save.click();
        await expect(summary).toContainText(
          t('providers.fee.changed', {
            ...{ unit: t('providers.fee.number.customers'), count: '7', price: '$10' },
          }),
        );
        await expect(dialog.getByLabel(t('providers.fee.number.beds'))).toHaveValue('40');
        await save.click();
        await expect(dialog).toBeHidden();
        expect(await rowOf(app, id)).toMatchObject({ no_of_beds: 40, no_of_customers: null, fee: 102_000 });
      },
    );
  });

test('with a payment plan the price is that of the plan, and only the number can be entered [API-43, TRANS-04]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const own = 'Paying by a plan';
  const id = await fullProvider(app, own);
  const { id: subscription_id } = await app.services.db
    .insertInto('subscriptions')
    .values({
      name: 'House plan',
      fee: 3_000,
      recurrence: 'year',
      start_date: '2024-01-01',
      customer_type_id: 4,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.services.db
    .updateTable('providers')
    .set({ subscription_id, no_of_beds: 10, fee: 30_000 })
    .where('id', '=', id)
    .execute();
  await signedIn({ role: 'tlcadmin' });
  await page.goto(searched(own));
  await choose(page, t('providers.row.menu', { provider: own }), t('providers.action.fee'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('providers.fee.plan', { plan: 'House plan' }));
  await expect(dialog.getByLabel(t('providers.fee.price.beds'))).toBeDisabled();
  await expect(dialog.getByLabel(t('providers.fee.price.beds'))).toHaveValue('30');
  await dialog.getByLabel(t('providers.fee.number.beds')).fill('12');
  await dialog.getByRole('button', { name: t('providers.fee.save') }).click();
  await expect(dialog).toBeHidden();
  expect(await rowOf(app, id)).toMatchObject({ no_of_beds: 12, fee: 36_000 });
});

test('is not offered to staff who manage the provider but are not platform staff [API-43, PERM-05]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const own = 'Paying for itself';
  const id = await fullProvider(app, own);
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/providers');
  await page.getByRole('button', { name: t('providers.row.menu', { provider: own }) }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('providers.action.fee') })).toHaveCount(0);
});
