import { provider } from '../../testing/people.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { payFor } from '../paid-plan.ts';
import { cards, PaymentPage } from '../screens/payment-page.ts';
import { signed } from '../saved-plan.ts';
import { asks, eachWidthOnce, escapeFrom, expect, mainOnce, stopClock, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`account and billing, in ${language}`, () => {
    test.use({ language });

    test(`shows the current plan, the next payment, the card and the payments with their invoices ${eachWidthOnce(language)} [BILL-01, API-10, API-32, ENT-05] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      await payFor(app, who);
      await page.goto('/dashboard');
      await page.goto('/account-and-billing');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('billing.page.title'));
      const main = page.getByRole('main');
      await expect(main.getByText(t('checkout.plan.care.label')).first()).toBeVisible();
      await expect(main.getByText('$49.00').first()).toBeVisible();
      await expect(main.getByText(t('billing.card.value', { brand: 'Visa', last4: '4242' }))).toBeVisible();
      await expect(main.getByText(t('billing.status.paid'), { exact: true })).toBeVisible();
      const invoice = main.getByRole('link', { name: /WAT-\d{4}-\d{4}/ });
      const answer = await page.request.get((await invoice.getAttribute('href')) ?? '');
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
      await isInOrder(page);
    });

    test(`opens Choose plan, and half a second after paying shows that it is done [PAY-01, PAY-02, PAY-03, BILL-05, API-61] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      await page.clock.install();
      await page.goto('/account-and-billing');
      await expect(page.getByText(t('billing.page.resultNone'))).toBeVisible();
      await page.getByRole('button', { name: t('billing.plan.choose') }).click();
      const dialog = page.getByRole('dialog', { name: t('billing.choose.title') });
      const pay = new PaymentPage(page, t, dialog);
      await pay.typeCard();
      await isInOrder(page);
      await stopClock(page);
      await pay.pay.click();
      await expect(dialog.getByRole('button', { name: t('checkout.pay.complete') })).toBeVisible();
      await page.clock.runFor(400);
      const done = page.getByRole('dialog', { name: t('billing.done.title') });
      await expect(done).toHaveCount(0);
      await page.clock.runFor(200);
      await page.clock.resume();
      await expect(done).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await done.getByRole('button', { name: t('billing.done.ok') }).click();
      await expect(page.getByRole('button', { name: t('billing.cancel.open') })).toBeVisible();
      const { subscription_id, next_billing_date, status } = await app.services.db
        .selectFrom('users')
        .select(['subscription_id', 'next_billing_date', 'status'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(subscription_id).not.toBeNull();
      expect(next_billing_date).not.toBeNull();
      expect(status).toBe('active');
    });

    test(`saves a card, replaces it, and removes it, each button with its timing; Escape returns focus to the button [BILL-03, BILL-04, BILL-06, API-21, CACT-02] [S-102] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(signed());
      await page.clock.install();
      await page.goto('/account-and-billing');
      for (const [open, number, brand, last4] of [
        ['billing.card.add', cards.visa, 'Visa', '4242'],
        ['billing.card.replace', cards.mastercard, 'Mastercard', '4444'],
      ] as const) {
        await page.getByRole('button', { name: t(open) }).click();
        const dialog = page.getByRole('dialog', { name: t('billing.card.boxTitle') });
        const form = new PaymentPage(page, t, dialog);
        await form.typeCard(cards.declined);
        await stopClock(page);
        await dialog.getByRole('button', { name: t('billing.card.save.initial') }).click();
        const failed = dialog.getByRole('button', { name: t('billing.card.save.error') });
        await expect(failed).toBeVisible();
        await page.clock.runFor(1_800);
        await expect(failed).toBeVisible();
        await page.clock.runFor(300);
        await expect(failed).toHaveCount(0);
        await page.clock.resume();
        await form.typeCard(number);
        await dialog.getByRole('button', { name: t('billing.card.save.initial') }).click();
        const done = page.getByRole('dialog', { name: t('success.paymentMethodSaved.title') });
        await done.getByRole('button', { name: t('billing.done.ok') }).click();
        await expect(page.getByText(t('billing.card.value', { brand, last4 }))).toBeVisible();
      }
      await page.getByRole('button', { name: t('billing.card.remove') }).click();
      const dialog = page.getByRole('alertdialog', { name: t('confirm.cardRemove.title') });
      await escapeFrom(page, dialog);
      await expect(page.getByRole('button', { name: t('billing.card.remove') })).toBeFocused();
      await page.keyboard.press('Enter');
      await stopClock(page);
      await dialog.getByRole('button', { name: t('billing.card.removing.initial') }).click();
      await expect(dialog.getByRole('button', { name: t('billing.card.removing.complete') })).toBeVisible();
      await page.clock.runFor(900);
      await expect(dialog).toBeVisible();
      await page.clock.runFor(200);
      await expect(dialog).toHaveCount(0);
      await page.clock.resume();
      await expect(page.getByText(t('billing.card.none'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('billing.card.add') })).toBeFocused();
    });

    test(`stops the payment plan at once, and undoes that [BILL-01] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      await payFor(app, who);
      await page.goto('/account-and-billing');
      await page.getByRole('button', { name: t('billing.cancel.open') }).click();
      const dialog = page.getByRole('alertdialog', { name: t('billing.cancel.title') });
      await expect(dialog.getByText(t('billing.cancel.keeps'))).toBeVisible();
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('billing.cancel.confirm') }).click();
      const back = page.getByRole('button', { name: t('billing.cancel.takeBack') });
      await expect(back).toBeVisible();
      await back.click();
      await expect(page.getByRole('button', { name: t('billing.cancel.open') })).toBeVisible();
    });
  });
}

test('a card that cannot be removed shows an error, and its button returns to normal after 2.5 seconds [BILL-03, ERR-24]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await payFor(app, who);
  await page.clock.install();
  await page.route('**/api/graphql', (route) =>
    asks('stripeAddCard')(route.request()) ? route.abort() : route.fallback(),
  );
  await page.goto('/account-and-billing');
  await page.getByRole('button', { name: t('billing.card.remove') }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await stopClock(page);
  await dialog.getByRole('button', { name: t('billing.card.removing.initial') }).click();
  const failed = dialog.getByRole('button', { name: t('billing.card.removing.error') });
  await expect(failed).toBeVisible();
  await page.clock.runFor(2_300);
  await expect(failed).toBeVisible();
  await page.clock.runFor(400);
  await expect(failed).toHaveCount(0);
});

test('a yearly plan is changed to the lifetime plan, and a plan that does not renew has nothing to stop [PAY-07, BILL-01]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await payFor(app, who);
  await page.goto('/account-and-billing');
  await page.getByRole('button', { name: t('billing.plan.change') }).click();
  const dialog = page.getByRole('dialog', { name: t('billing.choose.changeTitle') });
  // The saved card is charged (PAY-03).
  await dialog.getByRole('button', { name: /Pay \$299\.00 with Visa ending in 4242/ }).click();
  await page
    .getByRole('dialog', { name: t('billing.done.title') })
    .getByRole('button', { name: 'OK' })
    .click();
  await expect(page.getByText(t('billing.page.resultLifetime'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('billing.cancel.open') })).toHaveCount(0);
});

test('a customer of a provider is not offered the page, and its address says who pays [BILL-02]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  await signedIn({ ...signed(), providerId: await provider(app.services, 'Wallaby Lodge') });
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: t('menu.user.accountBilling') })).toHaveCount(0);
  await page.goto('/account-and-billing');
  await expect(page.getByText(t('billing.page.covered', { provider: 'Wallaby Lodge' }))).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
});
