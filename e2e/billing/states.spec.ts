import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { daysAfter, melbourneDate } from '../../src/domain/fields.ts';
import { settleSubscription } from '../../src/server/features/billing/settling/settle.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { startStandIn, type StandIn } from '../../src/server/ports/payments/stand-in/stand-in.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe/stripe.ts';
import { watchedPayments } from '../../src/server/ports/payments/watched.ts';
import { TestClient } from '../../testing/client.ts';
import { freePort } from '../../testing/processes/free-port.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { payFor } from '../paid-plan.ts';
import { cards, PaymentPage } from '../screens/payment-page.ts';
import { draft, signed } from '../saved-plan.ts';
import { expect, takeOver, test } from '../wattle.ts';
import { languages, texts } from '../words.ts';

const dayMs = 86_400_000;

async function signInAt(app: TestApp, page: Page, who: TestPerson): Promise<void> {
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  await takeOver(client, page.context());
}

/** A second client of the payment company with the server's data, so that changes made through it reach the server's client. */
const companyOf = ({ services }: TestApp): Promise<StandIn> =>
  startStandIn({
    db: services.db,
    clock: services.clock,
    deliver: async () => 200,
    log: () => {},
  });

/** Lets a year pass after a payment whose card fails on renewal. */
async function becomeOverdue(app: TestApp, who: TestPerson): Promise<void> {
  const { services } = app;
  const sinceMs = 366 * dayMs;
  app.advance(-sinceMs);
  await payFor(app, who);
  const { stripe_customer_id: customer } = await services.db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', who.userId)
    .executeTakeFirstOrThrow();
  await services.payments!.saveCard(customer!, 'pm_card_chargeCustomerFail', randomUUID());
  app.advance(sinceMs);
  const company = await companyOf(app);
  await company.runDue(services.clock());
  await company.close();
  const { stripe_subscription_id: id } = await services.db
    .selectFrom('payment_plans')
    .select('stripe_subscription_id')
    .where('user_id', '=', who.userId)
    .executeTakeFirstOrThrow();
  await settleSubscription(services, id!);
}

/** A payment company at an address without a server. */
async function companyAway({ payments, clock }: Services) {
  const away = { host: '127.0.0.1', port: await freePort() };
  const keys = { secretKey: 'sk_test_away', publishableKey: payments!.publishableKey, webhookSecrets: [] };
  return watchedPayments(stripeProvider({ ...keys, clock, standIn: away, timeoutMs: 2_000 }));
}

for (const language of languages) {
  const t = texts[language];

  test.describe(`results of payments, in ${language}`, () => {
    test.use({ language });

    test('a failed renewal shows the amount, its date and the grace period, and can be paid there [BILL-01, PAY-05]', async ({
      page,
    }) => {
      const app = await startApp();
      try {
        const who = await person(app.services, { ...signed(), language });
        await becomeOverdue(app, who);
        await signInAt(app, page, who);
        await page.goto(`${app.url}/account-and-billing`);
        const overdue = page.getByRole('region', { name: t('billing.status.overdue') });
        const [due, grace] = (['billing.plan.overdue', 'billing.plan.graceUntil'] as const).map(
          (key) => new RegExp(t(key, { amount: '\\$49.00', date: '.+' })),
        );
        await expect(overdue).toContainText(due!);
        await expect(overdue).toContainText(grace!);
        await isInOrder(page);
        const pay = new PaymentPage(page, t, overdue);
        await overdue.getByRole('button', { name: t('checkout.saved.useOther') }).click();
        await pay.typeCard(cards.mastercard);
        await pay.pay.click();
        const done = page.getByRole('dialog', { name: t('billing.done.title') });
        await done.getByRole('button', { name: t('billing.done.ok'), exact: true }).click();
        await expect(page.getByRole('cell', { name: t('billing.status.paid'), exact: true })).toHaveCount(2);
        await expect(overdue).toHaveCount(0);
        const { state } = await app.services.db
          .selectFrom('payment_plans')
          .select('state')
          .where('user_id', '=', who.userId)
          .executeTakeFirstOrThrow();
        expect(state).toBe('active');
      } finally {
        await app.close();
      }
    });

    test('a payment company that is down: the page shows the known data, paying shows an error, and works again once it answers [BILL-01, ERR-24]', async ({
      page,
    }) => {
      const app = await startApp();
      try {
        const who = await person(app.services, { ...signed(), language });
        await payFor(app, who);
        const { services } = app;
        const company = services.payments;
        await signInAt(app, page, who);
        await page.goto(`${app.url}/account-and-billing`);
        await page.getByRole('button', { name: t('billing.plan.change') }).click();
        const dialog = page.getByRole('dialog', { name: t('billing.choose.changeTitle') });
        const payButton = dialog.getByRole('button', { name: /\$299\.00/ });
        await expect(payButton).toBeVisible();
        services.payments = await companyAway(services);
        await payButton.click();
        await expect(dialog.getByText(t('error.payment.providerDown'))).toBeVisible();
        await page.reload();
        await expect(page.getByText(t('billing.page.providerDown'))).toBeVisible();
        const card = t('billing.card.value', { brand: 'Visa', last4: '4242' });
        await expect(page.getByText(card)).toBeVisible();
        await expect(page.getByText(t('billing.status.paid'), { exact: true })).toBeVisible();
        const replace = page.getByRole('button', { name: t('billing.card.replace') });
        await expect(replace).toHaveAttribute('aria-disabled', 'true');
        await isInOrder(page);
        services.payments = company;
        await page.reload();
        await expect(page.getByText(t('billing.page.providerDown'))).toHaveCount(0);
        await expect(replace).not.toHaveAttribute('aria-disabled');
        await page.getByRole('button', { name: t('billing.plan.change') }).click();
        await payButton.click();
        await expect(page.getByRole('dialog', { name: t('billing.done.title') })).toBeVisible();
      } finally {
        await app.close();
      }
    });

    test('a card that expires soon, or has expired, is marked [BILL-01]', async ({ page, app, signedIn }) => {
      const who = await signedIn(signed());
      await payFor(app, who);
      // A card is valid to the end of its month, so one that expires this month always expires soon.
      const [thisYear = 0, thisMonth = 0] = melbourneDate(new Date()).split('-').map(Number);
      for (const [exp_year, exp_month, words] of [
        [thisYear, thisMonth, t('billing.card.expiresSoon', { date: '.+' })],
        [2025, 1, t('billing.card.expired')],
      ] as const) {
        // A pending event of the payment company may still overwrite the card with the old data.
        await expect(async () => {
          await app.services.db
            .updateTable('payment_cards')
            .set({ exp_year, exp_month })
            .where('user_id', '=', who.userId)
            .execute();
          await page.goto('/account-and-billing');
          await expect(page.getByText(new RegExp(words))).toBeVisible({ timeout: 5_000 });
        }).toPass({ timeout: 40_000 });
        await isInOrder(page);
      }
    });

    test('a free trial shows how many days are left, and when it has ended [BILL-01, TRANS-02, TRANS-03, S-42]', async ({
      page,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      for (const [ends, words] of [
        [3, t('billing.plan.trial', { count: 3 })],
        [1, t('billing.plan.trial', { count: 1 })],
        [0, t('billing.plan.trialOver')],
      ] as const) {
        const trial_end_date = daysAfter(melbourneDate(new Date()), ends);
        await app.services.db
          .updateTable('users')
          .set({ trial_end_date })
          .where('id', '=', who.userId)
          .execute();
        await page.goto('/account-and-billing');
        await expect(page.getByText(words)).toBeVisible();
      }
      await isInOrder(page);
    });

    test('paying and the paid plan can be read and used at 400 % zoom [PAY-02, BILL-01]', async ({
      page,
      signedIn,
      pay,
    }) => {
      await signedIn(draft());
      // 1280 by 1024 at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto('/questionnaire/checkout');
      await pay.apply('WELCOME10');
      await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$39.00' }));
      await pay.typeCard();
      await isInOrder(page);
      await pay.pay.click();
      await expect(page).toHaveURL('/questionnaire/checkout-success');
      await expect(page.getByRole('heading', { name: t('checkout.paid.title') })).toBeVisible();
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      await page.goto('/account-and-billing');
      await expect(page.getByText(t('billing.status.paid'), { exact: true })).toBeVisible();
      await isInOrder(page);
      await page.getByRole('button', { name: t('billing.card.replace') }).click();
      const dialog = page.getByRole('dialog', { name: t('billing.card.boxTitle') });
      await new PaymentPage(page, t, dialog).typeCard(cards.mastercard);
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      await dialog.getByRole('button', { name: t('billing.card.save.initial') }).click();
      const done = page.getByRole('dialog', { name: t('success.paymentMethodSaved.title') });
      await done.getByRole('button', { name: t('billing.done.ok') }).click();
      await expect(
        page.getByText(t('billing.card.value', { brand: 'Mastercard', last4: '4444' })),
      ).toBeVisible();
    });
  });
}
