import Stripe from 'stripe';
import { startServices } from '../../../../testing/services.ts';
import type { PaymentProvider } from './port.ts';
import { startStandIn, type StandIn } from './stand-in/stand-in.ts';
import { stripeProvider } from './stripe/stripe.ts';

export type Webhook = { body: string; signature: string };

export type PaymentTest = {
  provider: PaymentProvider;
  standIn: StandIn;
  /** The SDK itself, connected to the stand-in, for calls that the port does not offer. */
  stripe: Stripe;
  db: Awaited<ReturnType<typeof startServices>>['services']['db'];
  webhooks: Webhook[];
  /** The clock of the adapter and the stand-in. */
  now: { at: Date };
  /** Creates a customer, with an email address that belongs to no user. */
  customer: () => Promise<string>;
  /** Returns a new value, for an idempotency key or an attempt id. */
  fresh: () => string;
  close: () => Promise<void>;
};

/** Starts the adapter and the stand-in on a new database. Webhooks are collected. */
export async function startPayments({
  answer = () => 200,
  isEnabled,
}: { answer?: () => number; isEnabled?: (type: string) => boolean } = {}): Promise<PaymentTest> {
  const test = await startServices();
  const now = { at: new Date() };
  const webhooks: Webhook[] = [];
  const clock = () => now.at;
  const standIn = await startStandIn({
    db: test.services.db,
    clock,
    log: () => {},
    ...(isEnabled && { isEnabled }),
    deliver: async (body, headers) => {
      webhooks.push({ body, signature: headers['stripe-signature'] ?? '' });
      return answer();
    },
  });
  const { secretKey, publishableKey, webhookSecret, host, port } = standIn;
  const provider = stripeProvider({
    secretKey,
    publishableKey,
    webhookSecrets: [webhookSecret],
    clock,
    standIn,
    timeoutMs: 5_000,
  });
  const stripe = new Stripe(secretKey, {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  let count = 0;
  const fresh = () => `${(count += 1)}-${Math.random()}`;
  return {
    provider,
    standIn,
    stripe,
    db: test.services.db,
    webhooks,
    now,
    fresh,
    async customer() {
      const id = fresh();
      return provider.createCustomer({ userId: id, email: 'a@wattle.example', language: 'en' }, id);
    },
    async close() {
      await standIn.close();
      await test.close();
    },
  };
}

export const care = { initialPriceId: null, yearlyPriceId: 'price_wattle_care', promotion: null };
export const lifetime = { initialPriceId: 'price_wattle_lifetime', yearlyPriceId: null, promotion: null };

/** Creates a customer who has paid the first year with a test card. */
export async function subscriber(test: PaymentTest, card = 'pm_card_visa') {
  const customerId = await test.customer();
  const key = test.fresh();
  const { subscription, invoice } = await test.provider.start(
    { customerId, attemptId: key, ...care },
    `${key}-start`,
  );
  const outcome = await test.provider.pay(
    { customerId, invoiceId: invoice.id, paymentMethodId: card },
    `${key}-pay`,
  );
  return { customerId, subscriptionId: subscription!.id, invoiceId: invoice.id, outcome };
}
