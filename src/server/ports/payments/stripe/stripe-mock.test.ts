import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPayments, subscriber, type PaymentTest } from '../payments.fixture.ts';

/** Path of Stripe's program stripe-mock, if available: it responds from Stripe's description of the API. */
const program = process.env['STRIPE_MOCK'];

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

// stripe-mock always sends this field; since 2022-11-15 Stripe sends it only if expanded.
const onlyWhenAsked = new Set(['charge.refunds']);

/** Returns the kind of a value, so that two responses can be compared. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

describe.skipIf(!program)('beside stripe-mock, named by STRIPE_MOCK', () => {
  let test: PaymentTest;
  let child: ChildProcess;
  let mock: Stripe;
  beforeAll(async () => {
    test = await startPayments();
    const port = await freePort();
    child = spawn(program ?? '', ['-http-port', String(port)], { stdio: 'ignore' });
    mock = new Stripe('sk_test_123', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
    for (let tries = 0; tries < 300; tries += 1) {
      const isUp = await mock.customers.list({ limit: 1 }).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await pause(100);
    }
    throw new Error('stripe-mock did not start');
  }, 60_000);
  afterAll(async () => {
    child.kill();
    await test.close();
  });

  type Read = (stripe: Stripe, id: string) => Promise<object>;
  const kinds: readonly [string, Read][] = [
    ['customer', (stripe, id) => stripe.customers.retrieve(id)],
    ['subscription', (stripe, id) => stripe.subscriptions.retrieve(id)],
    ['invoice', (stripe, id) => stripe.invoices.retrieve(id)],
    ['payment_intent', (stripe, id) => stripe.paymentIntents.retrieve(id)],
    ['charge', (stripe, id) => stripe.charges.retrieve(id)],
    ['payment_method', (stripe, id) => stripe.paymentMethods.retrieve(id)],
    ['price', (stripe, id) => stripe.prices.retrieve(id)],
    ['coupon', (stripe, id) => stripe.coupons.retrieve(id)],
    ['promotion_code', (stripe, id) => stripe.promotionCodes.retrieve(id)],
  ];

  it('responds to the same calls with the same fields of the same kinds [PAY-22]', async () => {
    const { customerId, subscriptionId, invoiceId } = await subscriber(test);
    const invoice = await test.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string;
    const { latest_charge, payment_method } = await test.stripe.paymentIntents.retrieve(intent);
    const ids: Record<string, string> = {
      customer: customerId,
      subscription: subscriptionId,
      invoice: invoiceId,
      payment_intent: intent,
      charge: latest_charge as string,
      payment_method: payment_method as string,
      price: 'price_wattle_care',
      coupon: 'welcome10',
      promotion_code: 'promo_welcome10',
    };
    const differences: string[] = [];
    for (const [kind, read] of kinds) {
      const ours = (await read(test.stripe, ids[kind] ?? '')) as Record<string, unknown>;
      const theirs = (await read(mock, ids[kind] ?? '')) as Record<string, unknown>;
      for (const [name, value] of Object.entries(theirs)) {
        if (onlyWhenAsked.has(`${kind}.${name}`)) continue;
        if (!Object.hasOwn(ours, name)) differences.push(`${kind}.${name} is missing`);
        const [own, other] = [kindOf(ours[name]), kindOf(value)];
        if (own !== other && own !== 'null' && other !== 'null')
          if (!(own === 'string' && other === 'object'))
            differences.push(`${kind}.${name}: ${own}, not ${other}`);
      }
    }
    expect(differences).toEqual([]);
  }, 60_000);
});
