import { readFileSync } from 'node:fs';
import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { shieldGone } from '../taps.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { billedHouse, houseBilledThere } from './billed-houses.ts';

for (const language of languages) {
  test.describe(`the bills of providers, in ${language}`, () => {
    test.use({ language });

    test(`are shown to a manager: plan, fee, what is due, and the invoice as a PDF [GAP-103, TRANS-04] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { house, number } = await billedHouse(app);
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
      await page.goto('/provider/billing');
      const main = page.getByRole('main');
      await expect(main.getByText('Aged care, each bed').first()).toBeVisible();
      await expect(main).toContainText(
        t('providerBilling.feeBeds', { count: 12, price: '$49.00', amount: '$588.00' }),
      );
      await expect(main).toContainText(t('providerBilling.covers'));
      await expect(main).toContainText(t('transactions.total', { count: 1, amount: '$588.00' }));
      await isInOrder(page);
      const download = page.waitForEvent('download');
      await main
        .getByRole('link', { name: t('transactions.row.download', { invoiceNumber: number }) })
        .click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`Wattle_invoice_${number}.pdf`);
      expect(
        readFileSync(await file.path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    });

    test(`are paid by transfer and refunded by an administrator, with errors at the fields [TRANS-01, D-48] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { name, number } = await billedHouse(app);
      await signedIn({ role: 'admin', firstName: 'Tom', lastName: 'Reed' });
      await page.goto(`/admin/billing/provider?search=${number}`);
      const main = page.getByRole('main');
      await expect(main.getByText(name).first()).toBeVisible();
      await expect(main).toContainText(t('transactions.total', { count: 1, amount: '$588.00' }));
      await isInOrder(page);
      const press = (key: 'transactions.row.markPaid' | 'transactions.row.markRefunded') =>
        main.getByRole('button', { name: `${t(key)}: ${number}` }).click();

      await press('transactions.row.markPaid');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('transactions.markPaid.title', { invoiceNumber: number }));
      await shieldGone(page);
      await dialog.getByLabel(t('transactions.markPaid.paidOn')).fill('01/01/2099');
      await dialog.getByRole('button', { name: t('transactions.markPaid.button') }).click();
      await expect(errorSummary(page)).toContainText(t('transactions.markPaid.future'));
      await isInOrder(page);
      await dialog.getByLabel(t('transactions.markPaid.paidOn')).fill('21/11/2026');
      await dialog.getByRole('button', { name: t('transactions.markPaid.button') }).click();
      await expect(dialog).toBeHidden();
      await expect(main).toContainText(t('billing.status.paid'));

      await press('transactions.row.markRefunded');
      await shieldGone(page);
      await dialog.getByLabel(t('transactions.markRefunded.amount')).fill('600');
      await dialog.getByRole('button', { name: t('transactions.markRefunded.button') }).click();
      await expect(errorSummary(page)).toContainText(t('transactions.markRefunded.tooMuch'));
      await dialog.getByLabel(t('transactions.markRefunded.amount')).fill('588');
      await dialog.getByLabel(t('transactions.markRefunded.reason')).fill('Charged twice');
      await dialog.getByRole('button', { name: t('transactions.markRefunded.button') }).click();
      await expect(dialog).toBeHidden();
      await expect(main).toContainText(t('billing.status.refunded'));
      await expect(main).toContainText(t('transactions.total', { count: 1, amount: '$0.00' }));
    });

    test(`through the payment company are opened by a manager and paid on its page, and then are paid; an administrator gives a part back [D-48, TRANS-01] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { house, name, number } = await houseBilledThere(app, language);
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
      await page.goto('/provider/billing');
      const main = page.getByRole('main');
      await expect(main).toContainText(t('providerBilling.payOnline'));
      await expect(main).toContainText(t('billing.status.pending'));
      await isInOrder(page);
      const opened = page.waitForEvent('popup');
      await main.getByRole('link', { name: t('transactions.row.open', { invoiceNumber: number }) }).click();
      const invoice = await opened;
      await invoice.getByLabel(t('standIn.number')).fill('4242 4242 4242 4242');
      await invoice.getByLabel(t('standIn.month')).fill('08');
      await invoice.getByLabel(t('standIn.year')).fill('2030');
      await invoice.getByLabel(t('standIn.cvc')).fill('123');
      await invoice.getByRole('button', { name: t('standIn.pay', { amount: '$588.00' }) }).click();
      await expect(invoice.getByRole('status')).toHaveText(t('standIn.paid'));
      await invoice.close();
      // The payment company's event arrives by itself.
      await expect(async () => {
        await page.reload();
        await expect(main).toContainText(t('providerBilling.nothingOwed'), { timeout: 1_000 });
      }).toPass();
      await expect(main).toContainText(t('billing.status.paid'));

      await signedIn({ role: 'admin', firstName: 'Tom', lastName: 'Reed' });
      await page.goto(`/admin/billing/provider?search=${number}`);
      await expect(main.getByText(name).first()).toBeVisible();
      await expect(main.getByRole('button', { name: t('transactions.row.markPaid') })).toHaveCount(0);
      await main.getByRole('button', { name: `${t('transactions.row.refund')}: ${number}` }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('transactions.refund.title', { invoiceNumber: number }));
      await expect(dialog).toContainText(t('transactions.refund.paid'));
      await shieldGone(page);
      await dialog.getByLabel(t('transactions.markRefunded.amount')).fill('600');
      await dialog.getByRole('button', { name: t('transactions.refund.button') }).click();
      await expect(errorSummary(page)).toContainText(t('transactions.markRefunded.tooMuch'));
      await expect(errorSummary(page)).toContainText(t('field.required', { label: t('field.name.reason') }));
      await isInOrder(page);
      await dialog.getByLabel(t('transactions.markRefunded.amount')).fill('88');
      await dialog.getByLabel(t('transactions.markRefunded.reason')).fill('Two beds less');
      await dialog.getByRole('button', { name: t('transactions.refund.button') }).click();
      await expect(dialog).toBeHidden();
      await expect(main).toContainText(t('transactions.total', { count: 1, amount: '$500.00' }));
    });
  });
}
