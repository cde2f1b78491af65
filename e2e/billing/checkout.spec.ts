import { stripeAddCard } from '../../src/server/features/billing/operations/card-operations.ts';
import { contextFor } from '../../testing/people.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { ScreenReader } from '../journeys/screen-reader.ts';
import { cards, PaymentPage } from '../screens/payment-page.ts';
import { draft } from '../saved-plan.ts';
import {
  asks,
  eachWidthOnce,
  expect,
  main,
  mainOnce,
  noteRequests,
  phone,
  stopClock,
  test,
} from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`paying before signing, in ${language}`, () => {
    test.use({ language });

    test(`leads from a payment plan and a card to the paid result, and on to signing ${eachWidthOnce(language)} [PROD-11, QCHECK-01, QCHECK-04, PAY-02, PAY-03, PAY-06, PAY-07, PAY-08, PAY-09, PAY-16, PAY-22, API-11, ENT-05, S-41] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      pay,
    }) => {
      const who = await signedIn(draft());
      await questionnaire.open('checkout');
      await expect(pay.plan('care')).toHaveAccessibleName(/\$49/);
      await expect(pay.plan('lifetime')).toHaveAccessibleName(/\$299/);
      await expect(pay.plan('care')).toBeChecked();
      await expect(pay.code).toBeVisible();
      await isInOrder(page);
      const asked = noteRequests(page, 'subscribeCustomer');
      await pay.plan('lifetime').check();
      await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$299.00' }));
      await pay.typeCard();
      const readAgain = ['getActiveAcpsByUserId', 'currentUser', 'getPaymentInformation'].map((name) =>
        noteRequests(page, name),
      );
      await pay.pay.click();
      await expect(page).toHaveURL('/questionnaire/checkout-success');
      await expect(page.getByRole('heading', { name: t('checkout.paid.title') })).toBeVisible();
      await expect(page.getByText(t('checkout.paid.lifetime'))).toBeVisible();
      expect(asked).toHaveLength(1);
      expect(asked[0]!.variables).toMatchObject({
        ...{ paymentMethodId: expect.stringMatching(/^pm_/), initialPriceId: 'price_wattle_lifetime' },
        ...{ yearlyPriceId: null, promotionId: null },
      });
      await expect.poll(() => readAgain.map(({ length }) => length > 0)).toEqual([true, true, true]);
      expect(Object.keys(asked[0]!.variables).toSorted()).toEqual([
        'idempotency_key',
        'initialPriceId',
        'paymentMethodId',
        'promotionId',
        'yearlyPriceId',
      ]);
      await isInOrder(page);
      await page.reload();
      await expect(page.getByRole('heading', { name: t('checkout.paid.title') })).toBeVisible();
      await page.getByRole('button', { name: t('common.continue') }).click();
      await questionnaire.isAt('step9');
      expect(who.userId).not.toBe('');
    });

    test(`shows under the form why a card was refused, and accepts another one [ERR-10, ERR-11, ERR-24, PAY-11, PAY-12] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      pay,
    }) => {
      await signedIn(draft());
      await page.clock.install();
      await page.goto('/questionnaire/checkout');
      await pay.typeCard(cards.insufficient);
      // The clock is stopped while the response arrives, so that the measured time does not depend on the machine.
      await stopClock(page);
      await pay.pay.click();
      await expect(page.getByRole('alert').getByText(t('error.payment.insufficient'))).toBeVisible();
      const button = page.getByRole('button', { name: t('checkout.pay.error') });
      await expect(button).toBeVisible();
      await page.clock.runFor(9_000);
      await expect(button).toBeVisible();
      await page.clock.runFor(1_500);
      await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$49.00' }));
      await page.clock.resume();
      await pay.typeCard(cards.mastercard);
      await pay.pay.click();
      await expect(page).toHaveURL('/questionnaire/checkout-success');
    });

    test('also resets the button that pays with the saved card after 10 seconds [PAY-12, S-41]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(draft());
      // This card is saved without a charge, and refused when it is charged.
      const card_token = 'pm_card_chargeCustomerFail';
      await stripeAddCard.call(contextFor(app.services, who.actor), { card_token });
      await page.clock.install();
      await page.goto('/questionnaire/checkout');
      const saved = { amount: '$49.00', brand: 'Visa', last4: '0341' };
      const pay = page.getByRole('button', { name: t('billing.cardForm.paySaved', saved) });
      await expect(pay).toBeVisible();
      await stopClock(page);
      await pay.click();
      const failed = page.getByRole('button', { name: t('checkout.pay.error') });
      await expect(failed).toBeVisible();
      await page.clock.runFor(9_000);
      await expect(failed).toBeVisible();
      await page.clock.runFor(1_500);
      await expect(pay).toBeVisible();
    });

    test('shows at the fields what is wrong with a card, in one sentence, and that no payment was made [PAY-16, PAY-17, ERR-23] [S-106]', async ({
      page,
      t,
      signedIn,
      pay,
    }) => {
      await signedIn(draft());
      const screenReader = await ScreenReader.on(page);
      await page.goto('/questionnaire/checkout');
      const asked = noteRequests(page, 'subscribeCustomer');
      await expect(pay.pay).toBeVisible();
      screenReader.lines.length = 0;
      await pay.pay.press('Enter');
      await expect(pay.box('number')).toBeFocused();
      await screenReader.focus();
      await expect(pay.box('number')).toHaveAccessibleDescription(t('error.payment.cardNumber'));
      await expect(pay.box('expiry')).toHaveAccessibleDescription(new RegExp(t('error.payment.cardExpiry')));
      await expect(pay.box('cvc')).toHaveAccessibleDescription(/CVC/);
      await pay.typeCard(cards.discover);
      await pay.pay.press('Enter');
      await expect(pay.box('number')).toHaveAccessibleDescription(t('error.payment.cardBrand'));
      await isInOrder(page);
      const number = [
        t('checkout.card.number'),
        'textbox',
        'required',
        'invalid',
        t('error.payment.cardNumber'),
      ];
      expect(screenReader.lines).toEqual([number.join(', ')]);
      expect(asked).toEqual([]);
    });

    test(`accepts a promotion, shows the discount, and removes it [PAY-13, PAY-14, PAY-15, PAY-19, PAY-20, PAY-21, API-12, ENT-04, S-43] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      pay,
    }) => {
      await signedIn(draft());
      await page.goto('/questionnaire/checkout');
      await pay.apply('NOSUCHCODE');
      await expect(pay.code).toHaveAccessibleDescription(new RegExp(t('error.invalidCode').slice(0, 12)));
      await pay.apply('EXPIRED1');
      await expect(page.getByText(t('error.payment.promoExpired'))).toBeVisible();
      await pay.apply('LIFE50');
      await expect(page.getByText(t('error.payment.promoOtherPlan'))).toBeVisible();
      await pay.apply('welcome10');
      const applied = t('checkout.promotion.applied', { code: 'WELCOME10', amount: '$10.00' });
      await expect(page.getByText(applied)).toBeVisible();
      await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$39.00' }));
      await page.getByRole('button', { name: t('checkout.promotion.remove') }).click();
      await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$49.00' }));
      await expect(pay.code).toBeFocused();
      await pay.apply('HALF');
      await expect(page.getByText(t('billing.promo.noEffect'))).toBeVisible();
      await pay.plan('lifetime').check();
      await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$149.50' }));
      await page.getByRole('button', { name: t('checkout.promotion.remove') }).click();
      await pay.apply('FREE100');
      await expect(pay.pay).toHaveText(t('checkout.pay.free'));
      await expect(page.getByText(t('checkout.plan.lifetime.detailFree'))).toBeVisible();
      await pay.plan('care').check();
      const later = t('checkout.plan.care.detailFree', { amount: '$49' });
      await expect(page.getByText(later)).toBeVisible();
      await expect(page.getByText(t('billing.promo.freeFirst', { amount: '$49' }))).toBeVisible();
      await expect(pay.box('number')).toHaveCount(0);
      await pay.pay.click();
      await expect(page).toHaveURL('/questionnaire/checkout-success');
      const needsCard = new RegExp(
        t('billing.paid.needsCard', { amount: '$49.00', date: 'DATE' }).split('DATE')[1]!,
      );
      await expect(page.getByText(needsCard)).toBeVisible();
      await page.goto('/account-and-billing');
      await expect(page.getByText(needsCard)).toBeVisible();
    });
  });
}

test(`plans are on the left and payment on the right [QCHECK-02] ${main}`, async ({
  page,
  signedIn,
  pay,
}) => {
  await signedIn(draft());
  await page.goto('/questionnaire/checkout');
  const left = await pay.plan('care').boundingBox();
  const right = await pay.box('number').boundingBox();
  expect(left!.x + left!.width).toBeLessThan(right!.x);
});

test(`everything is usable at 390 px ${phone} [PAY-02, QCHECK-01] ${main}`, async ({ page, t, signedIn }) => {
  await signedIn(draft());
  await page.goto('/questionnaire/checkout');
  await expect(new PaymentPage(page, t).pay).toBeVisible();
  expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
});

test('works by keyboard alone [PAY-03]', async ({ page, signedIn, pay }) => {
  await signedIn(draft());
  await page.goto('/questionnaire/checkout');
  await pay.plan('care').focus();
  await page.keyboard.press('ArrowDown');
  await expect(pay.plan('lifetime')).toBeChecked();
  await pay.box('number').focus();
  for (const typed of [cards.visa, '12/34', '123']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await expect(pay.pay).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/questionnaire/checkout-success');
});

test('a double click pays once [PAY-11]', async ({ page, signedIn, pay }) => {
  await signedIn(draft());
  await page.goto('/questionnaire/checkout');
  const asked = noteRequests(page, 'subscribeCustomer');
  await pay.typeCard();
  await pay.pay.dblclick();
  await expect(page).toHaveURL('/questionnaire/checkout-success');
  expect(asked).toHaveLength(1);
});

test('a lost response shows an error, and the step continues without it [ERR-10, ERR-11, QCHECK-03]', async ({
  page,
  t,
  questionnaire,
  signedIn,
  pay,
}) => {
  await signedIn(draft());
  await page.goto('/questionnaire/checkout');
  const isSubscribe = asks('subscribeCustomer');
  const keys: unknown[] = [];
  await page.route('**/api/graphql', (route) => {
    if (!isSubscribe(route.request())) return route.fallback();
    keys.push(route.request().postDataJSON().variables);
    return keys.length === 1 ? route.abort() : route.fallback();
  });
  await pay.typeCard();
  await pay.pay.click();
  await expect(page.getByRole('alert').getByText(t('error.payment.unknownResult'))).toBeVisible();
  await page.getByRole('button', { name: t('checkout.pay.error') }).click();
  await expect(page).toHaveURL('/questionnaire/checkout-success');
  // Repeat the same call, so that it is done once whatever happened to the first.
  expect(keys[1]).toEqual(keys[0]);
  await page.getByRole('button', { name: t('common.continue') }).click();
  await questionnaire.isAt('step9');
});
