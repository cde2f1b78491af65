import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { care, lifetime, startPayments, type PaymentTest } from '../payments.fixture.ts';

let test: PaymentTest;
let app: FastifyInstance;
beforeAll(async () => {
  test = await startPayments();
  app = fastify();
  test.standIn.registerBrowserRoutes(app);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const makeCard = async (card: Record<string, string>, key = test.standIn.publishableKey) => {
  const typed = { number: '4242 4242 4242 4242', exp_month: '8', exp_year: '40', cvc: '123', ...card };
  const response = await app.inject({
    method: 'POST',
    url: '/stripe-stand-in/v1/payment_methods',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form({
      type: 'card',
      ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [`card[${name}]`, value])),
    }),
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
};

describe('the card form of the stand-in', () => {
  it.each([
    ['4242 4242 4242 4242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['3782 822463 10005', 'amex'],
    ['3566 0020 2036 0505', 'jcb'],
    ['6200 0000 0000 0005', 'unionpay'],
    ['6011 1111 1111 1117', 'discover'],
  ])('accepts the test number %s of %s, and stores no number [PAY-16, PAY-22]', async (number, brand) => {
    const { status, body } = await makeCard({ number });
    expect(status).toBe(200);
    const digits = number.replaceAll(' ', '');
    expect(body).toMatchObject({ card: { brand, last4: digits.slice(-4), exp_month: 8, exp_year: 2040 } });
    const kept = await test.db.executeQuery<{ text: string }>(
      (await import('kysely')).sql<{ text: string }>`
        select string_agg(doc::text, ' ') text from stripe_stand_in.objects`.compile(test.db),
    );
    expect(kept.rows[0]?.text).not.toContain(digits);
  });

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'incorrect_number'],
    [{ number: '4111 1111 1111 1111' }, 'card_declined'],
    [{ exp_month: '13' }, 'invalid_expiry_month'],
    [{ exp_year: '20' }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('refuses %o as %s [PAY-16, ERR-23]', async (card, code) => {
    expect(await makeCard(card as Record<string, string>)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code } },
    });
  });

  it('refuses a wrong key, an invalid form, and a body that is too large [security 7]', async () => {
    expect((await makeCard({}, 'pk_test_other')).status).toBe(401);
    expect((await makeCard({ number: '4'.repeat(9_000) })).status).toBe(413);
    for (const [type, payload] of [
      ['application/json', '{'],
      ['application/x-www-form-urlencoded', 'a[=1'],
      ['text/plain', 'x'],
    ] as const) {
      const response = await app.inject({
        method: 'POST',
        url: '/stripe-stand-in/v1/payment_methods',
        headers: { authorization: `Bearer ${test.standIn.publishableKey}`, 'content-type': type },
        payload,
      });
      expect([400, 415]).toContain(response.statusCode);
    }
  });
});

describe('the payment page of the stand-in', () => {
  const open = async (plan: typeof care | typeof lifetime, code?: string, language: 'en' | 'zh' = 'en') => {
    const customerId = await test.customer();
    const promotion = code ? await test.provider.findPromotion(code) : null;
    const key = test.fresh();
    const checkout = await test.provider.createCheckout(
      {
        customerId,
        attemptId: key,
        ...plan,
        promotion: promotion && { id: promotion.id, on: 'everything' },
        successUrl: 'https://wattle.example/questionnaire/checkout-success',
        cancelUrl: 'https://wattle.example/account-and-billing',
        language,
      },
      key,
    );
    const { pathname, origin } = new URL(checkout.url);
    expect(origin).toBe('https://wattle.example');
    return { customerId, attemptId: key, ...checkout, pathname };
  };
  const send = (pathname: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form(fields),
    });
  const visa = { number: '4242424242424242', exp_month: '08', exp_year: '2040', cvc: '123' };

  it('sells a plan once and redirects back', async () => {
    const page = await open(care);
    const shown = await app.inject(page.pathname);
    expect(shown.body).toContain('Pay $49.00');
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    const refused = await send(page.pathname, { ...visa, number: '4000000000009995' });
    expect(refused.body).toContain('The bank refused this card');
    expect((await send(page.pathname, { ...visa, cvc: 'x' })).body).toContain('Check the card number');
    const done = await send(page.pathname, visa);
    expect([done.statusCode, done.headers.location]).toEqual([
      303,
      'https://wattle.example/questionnaire/checkout-success',
    ]);
    await send(page.pathname, visa);
    expect(await test.provider.subscriptionsOf(page.customerId)).toMatchObject([
      { status: 'active', attemptId: page.attemptId },
    ]);
    expect(
      (await test.stripe.charges.list({ customer: page.customerId })).data.filter(({ paid }) => paid),
    ).toHaveLength(1);
    expect(await test.provider.cardOf(page.customerId)).toMatchObject({ last4: '4242' });
  });

  it('is available in Chinese, applies a promotion, and asks for confirmation at the bank', async () => {
    const page = await open(lifetime, 'LIFE50', 'zh');
    expect((await app.inject(page.pathname)).body).toMatch(/lang="zh-Hans"[\s\S]*支付 \$249\.00/);
    expect((await send(page.pathname, { ...visa, number: '4000000000003220' })).body).toContain('确认付款');
    expect((await app.inject(page.pathname)).body).toContain('确认付款');
    expect((await send(page.pathname, { decision: 'complete' })).statusCode).toBe(303);
    expect((await test.provider.invoicesOf(page.customerId, null)).rows).toMatchObject([
      { status: 'paid', total: 24_900, reason: 'once', attemptId: page.attemptId },
    ]);
  });

  it('charges nothing if a promotion covers the whole price, and completes only after the person agrees [PAY-21]', async () => {
    const page = await open(care, 'FREE100');
    expect(await test.provider.subscriptionsOf(page.customerId)).toEqual([]);
    expect((await app.inject(page.pathname)).body).toContain('Complete, with nothing to pay');
    expect((await send(page.pathname, {})).statusCode).toBe(303);
    expect(await test.provider.subscriptionsOf(page.customerId)).toMatchObject([{ status: 'active' }]);
  });

  it('is closed after it was cancelled, and unknown pages do not exist', async () => {
    const page = await open(care);
    await send(page.pathname, { ...visa, number: '4000000000009995' });
    await test.provider.expireCheckout(page.id);
    await test.provider.expireCheckout(page.id);
    expect((await send(page.pathname, visa)).statusCode).toBe(404);
    expect(await test.provider.subscriptionsOf(page.customerId)).toMatchObject([{ status: 'ended' }]);
    expect((await app.inject('/stripe-stand-in/checkout/cs_none')).statusCode).toBe(404);
  });

  it('returns an invoice as PDF', async () => {
    const page = await open(lifetime);
    await send(page.pathname, visa);
    const [invoice] = (await test.provider.invoicesOf(page.customerId, null)).rows;
    const pdf = await app.inject(invoice!.pdfUrl!);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.body).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
    expect((await app.inject('/stripe-stand-in/invoices/in_none.pdf')).statusCode).toBe(404);
  });
});
