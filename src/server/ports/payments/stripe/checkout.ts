import type Stripe from 'stripe';
import { PaymentProviderError, type PaymentProvider } from '../port.ts';
import { asking, orNull } from './calls.ts';

type CheckoutCalls = Pick<PaymentProvider, 'createCheckout' | 'expireCheckout'>;

/** Returns the calls of the port for payment pages at Stripe. */
export function stripeCheckout(stripe: Stripe): CheckoutCalls {
  return {
    createCheckout: (start, key) =>
      asking(async () => {
        const { initialPriceId, yearlyPriceId, promotion } = start;
        if (promotion?.on === 'initial-fee' && initialPriceId && yearlyPriceId)
          throw new PaymentProviderError(
            'refused',
            'The payment page applies promotions to the whole price only.',
          );
        const metadata = { attempt_id: start.attemptId };
        const takes = promotion && (promotion.on === 'everything' || initialPriceId);
        const session = await stripe.checkout.sessions.create(
          {
            customer: start.customerId,
            client_reference_id: start.attemptId,
            line_items: [initialPriceId, yearlyPriceId].flatMap((price) =>
              price ? [{ price, quantity: 1 }] : [],
            ),
            ...(takes && { discounts: [{ promotion_code: promotion.id }] }),
            ...(yearlyPriceId
              ? { mode: 'subscription', subscription_data: { metadata } }
              : {
                  mode: 'payment',
                  invoice_creation: { enabled: true, invoice_data: { metadata } },
                  payment_intent_data: { setup_future_usage: 'off_session' },
                }),
            metadata,
            allowed_payment_method_types: ['card'],
            success_url: start.successUrl,
            cancel_url: start.cancelUrl,
            locale: start.language,
          },
          { idempotencyKey: key },
        );
        if (!session.url) throw new PaymentProviderError('refused', 'The payment page has no address.');
        return { id: session.id, url: session.url };
      }),

    expireCheckout: (sessionId) =>
      asking(async () => {
        const session = await orNull(() => stripe.checkout.sessions.retrieve(sessionId));
        if (session?.status === 'open') await stripe.checkout.sessions.expire(sessionId);
      }),
  };
}
