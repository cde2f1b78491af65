import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { PaymentProvider } from './port.ts';
import { startStandIn, type StandIn } from './stand-in/stand-in.ts';
import { stripeProvider } from './stripe.ts';

let test: TestServices;
let standIn: StandIn;
let provider: PaymentProvider;
const webhooks: { body: string; signature: string }[] = [];

beforeAll(async () => {
  test = await startServices();
  standIn = await startStandIn({
    db: test.services.db,
    clock: () => new Date(),
    log: (line) => console.error(line),
    deliver: async (body, headers) => {
      webhooks.push({ body, signature: headers['stripe-signature'] ?? '' });
      return 200;
    },
  });
  provider = stripeProvider({
    secretKey: standIn.secretKey,
    publishableKey: standIn.publishableKey,
    webhookSecrets: [standIn.webhookSecret],
    clock: () => new Date(),
    standIn,
  });
});
afterAll(async () => {
  await standIn.close();
  await test.close();
});

let people = 0;
const customer = async () => {
  people += 1;
  return provider.createCustomer(
    { userId: `user-${people}`, email: `p${people}@wattle.example`, language: 'en' },
    `customer-${people}`,
  );
};

describe('paying', () => {
  it('starts a yearly subscription that waits, and pays it with a card', async () => {
    const customerId = await customer();
    const { subscription, invoice } = await provider.start(
      {
        customerId,
        attemptId: 'a1',
        initialPriceId: null,
        yearlyPriceId: 'price_wattle_care',
        promotion: null,
      },
      'start-1',
    );
    expect(subscription).toMatchObject({ status: 'incomplete', attemptId: 'a1', customerId });
    expect(invoice).toMatchObject({ status: 'open', total: 4900, reason: 'first', attemptId: 'a1' });
    expect(await provider.paymentOutcome(invoice.id)).toEqual({ kind: 'not-tried' });
    const paid = await provider.pay(
      { customerId, invoiceId: invoice.id, paymentMethodId: 'pm_card_visa' },
      'pay-1',
    );
    expect(paid).toEqual({ kind: 'paid' });
    expect(await provider.findSubscription(subscription!.id)).toMatchObject({ status: 'active' });
    expect(await provider.findInvoice(invoice.id)).toMatchObject({
      status: 'paid',
      card: { brand: 'visa', last4: '4242' },
    });
    expect(await provider.cardOf(customerId)).toMatchObject({ brand: 'visa', last4: '4242' });
    await standIn.delivered();
    const types = webhooks.map(
      ({ body, signature }) => provider.verifiedEvent(Buffer.from(body), signature, new Date()).type,
    );
    expect(types).toContain('invoice.paid');
  });

  it('invoices what is paid once', async () => {
    const customerId = await customer();
    const promotion = await provider.findPromotion('life50');
    expect(promotion).toMatchObject({ code: 'LIFE50', state: 'usable', priceIds: ['price_wattle_lifetime'] });
    const { subscription, invoice } = await provider.start(
      {
        customerId,
        attemptId: 'a2',
        initialPriceId: 'price_wattle_lifetime',
        yearlyPriceId: null,
        promotion: { id: promotion!.id, on: 'everything' },
      },
      'start-2',
    );
    expect(subscription).toBeNull();
    expect(invoice).toMatchObject({ status: 'open', total: 24900, discount: 5000, reason: 'once' });
    await provider.giveUp({ subscriptionId: null, invoiceId: invoice.id });
    expect(await provider.findInvoice(invoice.id)).toMatchObject({ status: 'void' });
  });
});
