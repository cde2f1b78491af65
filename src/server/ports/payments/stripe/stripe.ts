import Stripe from 'stripe';
import { PaymentProviderError, type PaymentEvent, type PaymentProvider } from '../port.ts';
import { asking } from './calls.ts';
import { stripeCards } from './cards.ts';
import { stripeCheckout } from './checkout.ts';
import { idOf } from './facts.ts';
import { stripeOrders } from './orders.ts';
import { stripePayments } from './payments.ts';
import { stripePrices } from './prices.ts';
import { stripeReading } from './reading.ts';
import { stripeTerms } from './terms.ts';

export type StripeOptions = {
  secretKey: string;
  publishableKey: string;
  /** All valid secrets: two while the secret is being changed. */
  webhookSecrets: readonly string[];
  clock: () => Date;
  /** Address of the stand-in; Stripe itself if it is missing. */
  standIn?: { host: string; port: number };
  /** Timeout of one call, in milliseconds. */
  timeoutMs?: number;
};

/** Maximum age of a webhook, in seconds (fault 15). */
const webhookTolerance = 300;

/** Creates the payment company's adapter with the official SDK. The same code calls the stand-in. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const { standIn, clock } = options;
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 10_000,
    // After a lost response our own code retries, with the same key.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(standIn && { host: standIn.host, port: standIn.port, protocol: 'http' }),
  });
  const isLive = !standIn && /^(sk|rk)_live_/.test(options.secretKey);

  return {
    publishableKey: options.publishableKey,
    isStandIn: standIn !== undefined,

    createCustomer: ({ userId, email, language }, key) =>
      asking(async () => {
        const customer = await stripe.customers.create(
          { email, preferred_locales: [language], metadata: { user_id: userId } },
          { idempotencyKey: key },
        );
        return customer.id;
      }),
    updateCustomerEmail: (customerId, email) =>
      asking(async () => void (await stripe.customers.update(customerId, { email }))),

    ...stripeCards(stripe),
    ...stripeOrders(stripe),
    ...stripePayments(stripe),
    ...stripeCheckout(stripe),
    ...stripeReading(stripe),
    ...stripePrices(stripe, clock),
    ...stripeTerms(stripe),

    verifiedEvent(body, signature, now) {
      for (const secret of options.webhookSecrets) {
        const event = verified(body, signature, secret, now);
        if (!event) continue;
        if (event.livemode !== isLive || event.account !== undefined)
          throw new PaymentProviderError('forged', 'A webhook is for another account.');
        return eventFacts(event);
      }
      throw new PaymentProviderError(
        'forged',
        'A webhook is not signed by the payment company, or is too old.',
      );
    },
  };
}

function verified(body: Buffer, signature: string, secret: string, now: Date): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      webhookTolerance,
      undefined,
      now.getTime(),
    );
  } catch {
    return null;
  }
}

function eventFacts(event: Stripe.Event): PaymentEvent {
  const object = event.data.object as {
    id?: string;
    object: string;
    customer?: string | { id: string } | null;
  };
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? null,
    customerId: object.object === 'customer' ? (object.id ?? null) : idOf(object.customer),
    createdAt: new Date(event.created * 1000),
  };
}
