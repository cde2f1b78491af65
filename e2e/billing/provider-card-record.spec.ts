import { cardEnd } from '../../src/domain/billing/cards/card.ts';
import { displayDate, melbourneDate } from '../../src/domain/fields.ts';
import { person } from '../../testing/people.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { houseBilledThere } from './billed-houses.ts';

for (const language of languages) {
  test.describe(`the card of a provider for the platform, in ${language}`, () => {
    test.use({ language });

    test(`is reached from the invoices, with its end, who added it, and the reason of the last refused charge [D-48, TRANS-01] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { db } = app.services;
      const { house, name, number } = await houseBilledThere(app, language);
      const manager = await person(app.services, {
        ...{ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' },
      });
      await signedIn({ role: 'admin' });
      const main = page.getByRole('main');
      const address = `/admin/billing/provider/${house}`;
      await page.goto(address);
      await expect(main).toContainText(t('transactions.record.cardNone'));
      await expect(main).toContainText(t('transactions.record.lastNone'));

      const now = new Date();
      const [exp_year = 0, exp_month = 0] = melbourneDate(now).split('-').map(Number);
      await db
        .insertInto('provider_cards')
        .values({
          ...{ provider_id: house, brand: 'visa', last4: '0341', exp_month, exp_year },
          ...{ added_by: manager.userId, added_at: now },
        })
        .execute();
      const bill = await db
        .updateTable('transactions')
        .set({ charge_failed: true })
        .where('provider_id', '=', house)
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('provider_charge_refusals')
        .values({
          ...{ charge_id: `ch_${house}`, transaction_id: bill.id, reason: 'insufficient', refused_at: now },
          ...{
            card_brand: 'visa',
            card_last4: '0341',
            next_try_at: new Date(now.getTime() + 3 * 86_400_000),
          },
        })
        .execute();

      await page.goto(`/admin/billing/provider?search=${number}`);
      await expect(main).toContainText(t('transactions.refused.insufficient'));
      await isInOrder(page);
      await main.getByRole('link', { name: t('transactions.record.open', { provider: name }) }).click();
      await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
      const { on } = cardEnd({ exp_month, exp_year }, melbourneDate(now));
      for (const words of [
        t('transactions.record.soon', { date: displayDate(on) }),
        t('billing.card.value', { brand: 'Visa', last4: '0341' }),
        'Priya Nair',
        t('transactions.refused.insufficient'),
        displayDate(melbourneDate(now.getTime() + 3 * 86_400_000)),
        number,
        '$588.00',
      ])
        await expect(main).toContainText(words);
      // The platform can neither charge nor change the card here.
      await expect(main.getByRole('button')).toHaveCount(0);
      await isInOrder(page);
      expect(await sidewaysBy(page)).toBe(0);

      await db
        .updateTable('provider_cards')
        .set({ exp_year: exp_year - 1 })
        .where('provider_id', '=', house)
        .execute();
      await page.reload();
      const over = cardEnd({ exp_month, exp_year: exp_year - 1 }, melbourneDate(now));
      await expect(main).toContainText(t('transactions.record.over', { date: displayDate(over.on) }));
      await main.getByRole('link', { name: t('transactions.record.invoices') }).click();
      await expect(main).toContainText(number);
      await page.goto('/admin/billing/provider/00000000-0000-4000-8000-000000000000');
      await expect(main).toContainText(t('system.notFound.title'));
    });
  });
}
