import { isInOrder, sidewaysBy } from '../axe.ts';
import { cards, PaymentPage } from '../screens/payment-page.ts';
import { shieldGone } from '../taps.ts';
import { asks, eachWidthOnce, escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { houseBilledThere } from './billed-houses.ts';

for (const language of languages) {
  test.describe(`the card of a provider, in ${language}`, () => {
    test.use({ language });

    test(`is added with errors at the fields and the confirmation of the bank, pays an invoice, and is removed [D-48, PAY-17] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { house, number } = await houseBilledThere(app, language);
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
      await page.goto('/provider/billing');
      const main = page.getByRole('main');
      await expect(main).toContainText(t('providerBilling.card.none'));
      await expect(main.getByRole('heading', { level: 3 })).toHaveCount(0);
      const add = main.getByRole('button', { name: t('billing.card.add') });
      await add.click();
      const dialog = page.getByRole('dialog', { name: t('billing.card.boxTitle') });
      await escapeFrom(page, dialog);
      await expect(add).toBeFocused();
      await page.keyboard.press('Enter');
      const form = new PaymentPage(page, t, dialog);
      const save = dialog.locator('button[type=submit]');
      const refused = async (card: readonly [number?: string, expiry?: string], message: string) => {
        await form.typeCard(...card);
        await save.click();
        await expect(dialog).toContainText(message);
      };
      await save.click();
      await expect(dialog).toContainText(t('error.payment.cardNumber'));
      await expect(form.box('number')).toBeFocused();
      await refused([cards.visa, '01 / 20'], t('checkout.card.error.expired'));
      await refused([cards.discover], t('error.payment.cardBrand'));
      await refused([cards.declined], t('error.payment.declined'));
      await expect(form.box('number')).toHaveValue(cards.declined);
      await isInOrder(page);
      await form.typeCard(cards.asks);
      await save.click();
      await form.answerBank(false);
      await expect(dialog).toContainText(t('error.payment.bankCheckFailed'));
      await save.click();
      await form.answerBank(true);
      await expect(dialog).toHaveCount(0);
      await expect(main).toContainText(t('billing.card.value', { brand: 'Visa', last4: '3155' }));
      await expect(main).toContainText(t('providerBilling.card.lead'));
      await expect(main.getByRole('button', { name: t('billing.card.replace') })).toBeFocused();
      await isInOrder(page);
      expect(await sidewaysBy(page)).toBe(0);

      await expect(
        main.getByRole('heading', { name: t('providerBilling.pay.title', { invoiceNumber: number }) }),
      ).toBeVisible();
      const pay = { amount: '$588.00', brand: 'Visa', last4: '3155' };
      await main.getByRole('button', { name: t('billing.cardForm.paySaved', pay) }).click();
      await expect(main).toContainText(t('providerBilling.nothingOwed'));
      await expect(main).toContainText(t('billing.status.paid'));

      await shieldGone(page);
      await main.getByRole('button', { name: t('billing.card.remove') }).click();
      const removal = page.getByRole('alertdialog', { name: t('confirm.cardRemove.title') });
      await expect(removal).toContainText(t('providerBilling.card.removed'));
      await removal.getByRole('button', { name: t('billing.card.removing.initial') }).click();
      await expect(removal).toHaveCount(0);
      await expect(main).toContainText(t('providerBilling.card.none'));
      await expect(add).toBeFocused();
    });

    test(`that was refused is replaced, and the invoice is paid at once [D-48, TRANS-01] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { house, number } = await houseBilledThere(app, language);
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
      await page.goto('/provider/billing');
      const main = page.getByRole('main');
      const saveCard = async (open: 'billing.card.add' | 'billing.card.replace', card: string) => {
        await main.getByRole('button', { name: t(open) }).click();
        const dialog = page.getByRole('dialog', { name: t('billing.card.boxTitle') });
        await new PaymentPage(page, t, dialog).typeCard(card);
        await dialog.locator('button[type=submit]').click();
        await expect(dialog).toHaveCount(0);
        await shieldGone(page);
      };
      const payWith = (brand: string, last4: string) =>
        main.getByRole('button', {
          name: t('billing.cardForm.paySaved', { amount: '$588.00', brand, last4 }),
        });
      await saveCard('billing.card.add', cards.failsOnCharge);
      await payWith('Visa', '0341').click();
      await expect(main).toContainText(t('error.payment.declined'));
      await page.reload();
      await expect(main).toContainText(t('providerBilling.pay.failed'));
      await isInOrder(page);
      await saveCard('billing.card.replace', cards.mastercard);
      // The answer of the first try is lost.
      let lost = 0;
      await page.route('**/api/graphql', async (route) => {
        if (lost > 0 || !asks('payProviderInvoice')(route.request())) return route.fallback();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      await payWith('Mastercard', '4444').click();
      // Until the page has read the outcome, it shows that it is unknown.
      const read = main.getByText(t('providerBilling.nothingOwed'));
      await expect(read.or(main.getByText(t('providerBilling.pay.unknown'))).first()).toBeVisible();
      await page.reload();
      await expect(main).toContainText(t('providerBilling.nothingOwed'));
      await expect(main).toContainText(t('billing.status.paid'));
      await expect(main.getByText(number).first()).toBeVisible();
    });
  });
}
