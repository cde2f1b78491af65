import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startStandIn } from '../../src/server/ports/payments/stand-in/stand-in.ts';
import { person, type TestPersonSpec } from '../../testing/people.ts';
import { TestClient } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { payFor } from '../paid-plan.ts';
import { PaymentPage } from '../screens/payment-page.ts';
import { draft, signed } from '../saved-plan.ts';
import { shieldGone } from '../taps.ts';
import { expect, takeOver, test } from '../wattle.ts';
import { languages, texts } from '../words.ts';

/** Opens a page for a new customer of a separate server. */
async function openAt(app: TestApp, page: Page, path: string, spec: TestPersonSpec) {
  const who = await person(app.services, spec);
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  await takeOver(client, page.context());
  await page.goto(app.url + path);
  return who;
}

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_browser',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_browser',
  STRIPE_WEBHOOK_SECRET: 'whsec_browser',
  STRIPE_PRICE_CARE: 'price_care',
  STRIPE_PRICE_LIFETIME: 'price_lifetime',
};

/** Stand-in of the payment company's script for a page: inputs in frames of its own, and names for cards. */
const scriptOfStripe = `
window.Stripe = (key) => ((window.keyOfStripe = key), {
  key, registerAppInfo() {}, _registerWrapper() {}, createToken() {}, confirmCardPayment() {},
  elements: () => ({
    create: (type) => ({ type, on(kind, notify) { if (kind === 'change') this.changed = notify; return this; }, once() { return this; }, off() {}, update() {}, destroy() {}, unmount() {}, focus() {},
      mount(place) { const box = document.createElement('input'); box.setAttribute('aria-label', type); place.append(box);
        box.addEventListener('input', () => this.changed({ complete: box.value !== '' })); } }),
    getElement(type) { return { type, focus() {} }; },
  }),
  createPaymentMethod: async () => ({ paymentMethod: { id: 'pm_made_in_browser', card: { brand: 'visa' } } }),
});
window.Stripe.version = 3;`;

for (const language of languages)
  test(`payment that is turned off shows a message, signing continues, and a plan can be stopped, in ${language} [PAY-18, QCHECK-03, S-43]`, async ({
    page,
  }) => {
    const app = await startApp({ env: { PAYMENT_DISABLED: 'true' } });
    try {
      const t = texts[language];
      await openAt(app, page, '/questionnaire/checkout', { ...draft(), language });
      await expect(page.getByText(t('checkout.disabled.title'))).toBeVisible();
      await expect(page.getByText(t('checkout.disabled.body'))).toBeVisible();
      await expect(new PaymentPage(page, t).box('number')).toHaveCount(0);
      await isInOrder(page);
      await page.getByRole('button', { name: t('common.continue') }).click();
      await expect(page).toHaveURL(`${app.url}/questionnaire/step9`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('step9.title'));
      const { config } = app.services;
      const on = { ...config, payments: { ...config.payments, disabled: false } };
      const paid = await person(app.services, { ...signed(), language });
      await payFor({ ...app, services: { ...app.services, config: on } }, paid);
      const client = new TestClient(app.url);
      await client.signIn(paid.email, paid.password);
      await takeOver(client, page.context());
      await page.goto(`${app.url}/account-and-billing`);
      await page.getByRole('button', { name: t('billing.cancel.open') }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: t('billing.cancel.confirm') }).click();
      await expect(page.getByRole('button', { name: t('billing.cancel.takeBack') })).toBeVisible();
      await isInOrder(page);
    } finally {
      await app.close();
    }
  });

test('trusted contacts require a payment plan behind the paywall, and open once it is paid [DASH-15, PAY-01]', async ({
  page,
}) => {
  const app = await startApp({ env: { TRUSTED_CONTACTS_PAYWALL: 'true' } });
  try {
    const t = texts.en;
    await openAt(app, page, '/dashboard', signed());
    const content = page.getByRole('main');
    // The button moves until the parts above it have loaded.
    await expect(content.getByText(t('settings.privacy.whoOpenedEmpty'))).toBeVisible();
    await content.getByRole('button', { name: t('dash.share.contacts') }).click();
    const dialog = page.getByRole('dialog', { name: t('billing.choose.title') });
    await expect(dialog.getByText(t('billing.choose.leadContacts'))).toBeVisible();
    const pay = new PaymentPage(page, t, dialog);
    await pay.typeCard();
    await isInOrder(page);
    await pay.pay.click();
    await page.getByRole('button', { name: t('billing.done.ok'), exact: true }).click();
    await expect(page).toHaveURL(`${app.url}/trusted-contacts`);
    await page.goto(`${app.url}/dashboard`);
    await expect(page.getByRole('main').getByRole('link', { name: t('dash.share.contacts') })).toBeVisible();
  } finally {
    await app.close();
  }
});

test('a custom price of the person is paid without choosing a payment plan [PAY-10]', async ({
  page,
  app,
  t,
  pay,
}) => {
  const company = await startStandIn({
    db: app.services.db,
    clock: app.services.clock,
    deliver: async () => 200,
    log: () => {},
  });
  const answer = await fetch(`http://${company.host}:${company.port}/v1/prices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.secretKey}`, 'idempotency-key': randomUUID() },
    body: new URLSearchParams({
      unit_amount: '1900',
      currency: 'aud',
      'recurring[interval]': 'year',
      'product_data[name]': 'Early friends',
    }),
  });
  const price = (await answer.json()) as { id: string };
  await company.close();
  const { id } = await app.services.db
    .insertInto('subscriptions')
    .values({
      name: 'Early friends',
      fee: 1_900,
      customer_type_id: 1,
      recurrence: 'year',
      stripe: true,
      stripe_price_id: price.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const who = await person(app.services, draft());
  await app.services.db
    .updateTable('users')
    .set({ subscription_id: id })
    .where('id', '=', who.userId)
    .execute();
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  await takeOver(client, page.context());
  await page.goto('/questionnaire/checkout');
  await expect(page.getByText(t('checkout.otherPrice'))).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(pay.pay).toHaveText(t('checkout.pay.initial', { amount: '$19.00' }));
  await pay.typeCard();
  await pay.pay.click();
  await expect(page).toHaveURL('/questionnaire/checkout-success');
  await expect(page.getByRole('heading', { name: t('checkout.paid.title') })).toBeVisible();
  await page.goto('/account-and-billing');
  await expect(page.getByText(`$19 ${t('billing.plan.eachYear')}`)).toBeVisible();
  await expect(page.getByRole('cell', { name: '$19.00', exact: true })).toBeVisible();
});

test('card data goes only to the payment company, whose script loads on paying pages only and gets the publishable key [PAY-22, PAY-23, S-41]', async ({
  page,
}) => {
  const app = await startApp({ env: keys });
  try {
    const asked: string[] = [];
    const sent: string[] = [];
    await page.route('https://js.stripe.com/**', (route) => {
      asked.push(new URL(page.url()).pathname);
      return route.fulfill({ contentType: 'text/javascript', body: scriptOfStripe });
    });
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await openAt(app, page, '/dashboard', signed());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${app.url}/settings/profile`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked).toEqual([]);
    await page.goto(`${app.url}/questionnaire/checkout`);
    await page.getByLabel('cardNumber').fill('4242424242424242');
    await page.getByLabel('cardCvc').fill('987');
    // One input is still empty: that shows at once, and nothing is paid.
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    await expect(page.getByText('Enter the month and year on your card')).toBeVisible();
    await shieldGone(page);
    await page.getByLabel('cardExpiry').fill('1234');
    expect(asked).toEqual(['/questionnaire/checkout']);
    expect(await page.evaluate('keyOfStripe')).toBe(keys.STRIPE_PUBLISHABLE_KEY);
    const call = page.waitForRequest((request) => request.postData()?.includes('subscribeCustomer') ?? false);
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    expect((await call).postDataJSON().variables).toMatchObject({ paymentMethodId: 'pm_made_in_browser' });
    expect(sent.filter((each) => /4242424242424242|"987"/.test(each))).toEqual([]);
  } finally {
    await app.close();
  }
});

test('a staff member in the account sees what is paid and cannot pay [BILL-01]', async ({ app, t, page }) => {
  const who = await person(app.services, signed());
  await payFor(app, who);
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  await takeOver(client, page.context());
  await page.route('**/api/graphql', async (route) => {
    if (!route.request().postData()?.includes('currentUser')) return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as { data?: { currentUser?: { acting: unknown } } };
    if (answer.data?.currentUser)
      answer.data.currentUser.acting = {
        __typename: 'Acting',
        staff_name: 'Helen Marsh',
        customer_id: who.userId,
        customer_name: 'Margaret Doyle',
        ends_at: new Date(Date.now() + 3_600_000).toISOString(),
        seconds_left: 3_600,
      };
    return route.fulfill({ response, json: answer });
  });
  await page.goto('/account-and-billing');
  await expect(page.getByText(t('lac.only.billing', { customer: 'Margaret Doyle' }))).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});
