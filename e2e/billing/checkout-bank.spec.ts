import { isInOrder } from '../axe.ts';
import { cards } from '../screens/payment-page.ts';
import { draft } from '../saved-plan.ts';
import { escapeFrom, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`a card whose bank requires confirmation, in ${language}`, () => {
    test.use({ language });

    test('pays once the person has confirmed, and not if they refuse [PAY-22, ERR-23]', async ({
      page,
      t,
      signedIn,
      pay,
    }) => {
      await signedIn(draft());
      await page.goto('/questionnaire/checkout');
      await pay.typeCard(cards.asks);
      await pay.pay.click();
      await pay.answerBank(false);
      await expect(page.getByText(t('error.payment.bankCheckFailed'))).toBeVisible();
      await page.getByRole('button', { name: t('checkout.pay.error') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await isInOrder(page);
      await pay.answerBank(true);
      await expect(page).toHaveURL('/questionnaire/checkout-success');
    });

    test('keeps a half-done confirmation, also after a reload; it can be given up on request, and disappears once paid [PAY-22, S-43]', async ({
      page,
      t,
      signedIn,
      pay,
    }) => {
      await signedIn(draft());
      await page.goto('/questionnaire/checkout');
      await pay.typeCard(cards.asks);
      await pay.pay.click();
      await escapeFrom(page, page.getByRole('dialog'));
      await page.reload();
      await expect(page.getByText(t('billing.open.needsBank', { amount: '$49.00' }))).toBeVisible();
      await expect(pay.box('number')).toHaveCount(0);
      await page.getByRole('button', { name: t('billing.open.goOn') }).click();
      await escapeFrom(page, page.getByRole('dialog'));
      await page.getByRole('button', { name: t('billing.open.giveUp') }).click();
      const notCharged = page.locator('.snacks').getByText(t('billing.open.givenUp'), { exact: true });
      await expect(notCharged).toBeVisible();
      // A message under the pointer stays, however slow the machine is.
      await notCharged.hover();
      await expect(pay.box('number')).toBeVisible();
      await pay.typeCard();
      await pay.pay.press('Enter');
      await expect(page).toHaveURL('/questionnaire/checkout-success');
      await expect(notCharged).toHaveCount(0);
    });
  });
}
