import type Stripe from 'stripe';
import type { PaymentProvider } from '../port.ts';
import { asking, orNull, outcomeOf, refusalIn } from './calls.ts';
import { idOf, keptCard } from './facts.ts';

type CardCalls = Pick<
  PaymentProvider,
  'cardOf' | 'findCard' | 'saveCard' | 'saveCardOutcome' | 'removeCards'
>;

// These calls are idempotent, so the SDK may retry them.
const repeatable = { maxNetworkRetries: 2 };

/**
 * Makes one card the customer's default, and detaches all older ones. Of two cards that are saved at the same moment, the last
 * default stays: each call detaches only cards that are older than its own, and its own if another one is the default by then.
 */
export async function keepOnly(stripe: Stripe, customerId: string, cardId: string): Promise<void> {
  const makeDefault = () =>
    stripe.customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }, repeatable);
  await makeDefault();
  const { data } = await stripe.customers.listPaymentMethods(customerId, { limit: 100 });
  // Stripe lists the newest first.
  const own = data.findIndex(({ id }) => id === cardId);
  if (own !== -1) await detach(stripe, data.slice(own + 1));
  const customer = await stripe.customers.retrieve(customerId);
  const kept = customer.deleted ? cardId : idOf(customer.invoice_settings.default_payment_method);
  if (kept === null) await orNull(makeDefault);
  else if (kept !== cardId)
    await detach(
      stripe,
      data.filter(({ id }) => id === cardId),
    );
}

async function detach(stripe: Stripe, cards: readonly Stripe.PaymentMethod[]): Promise<void> {
  for (const { id } of cards) await orNull(() => stripe.paymentMethods.detach(id, {}, repeatable));
}

async function outcomeOfSetup(stripe: Stripe, intent: Stripe.SetupIntent, customerId: string) {
  const outcome = outcomeOf({ ...intent, error: intent.last_setup_error });
  const card = idOf(intent.payment_method);
  if (outcome.kind === 'paid' && card) await keepOnly(stripe, customerId, card);
  return outcome;
}

/** Returns the calls of the port for cards. */
export function stripeCards(stripe: Stripe): CardCalls {
  return {
    cardOf: (customerId) =>
      asking(async () => {
        const customer = await orNull(() =>
          stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
        );
        if (!customer || customer.deleted) return null;
        const card = customer.invoice_settings.default_payment_method;
        if (card && typeof card !== 'string') return keptCard(card);
        // A payment on Stripe's own page saves its card without making it the default.
        const { data } = await stripe.customers.listPaymentMethods(customerId, { limit: 1 });
        return data[0] ? keptCard(data[0]) : null;
      }),

    findCard: (paymentMethodId, customerId) =>
      asking(async () => {
        const card = await orNull(() => stripe.paymentMethods.retrieve(paymentMethodId));
        const keeper = card && idOf(card.customer);
        return card === null || (keeper !== null && keeper !== customerId) ? null : keptCard(card);
      }),

    saveCard: (customerId, paymentMethodId, key) =>
      asking(async () => {
        try {
          const intent = await stripe.setupIntents.create(
            {
              customer: customerId,
              payment_method: paymentMethodId,
              allowed_payment_method_types: ['card'],
              usage: 'off_session',
              use_stripe_sdk: true,
              confirm: true,
            },
            { idempotencyKey: key },
          );
          return await outcomeOfSetup(stripe, intent, customerId);
        } catch (error) {
          const refusal = refusalIn(error);
          if (refusal) return refusal;
          throw error;
        }
      }),

    saveCardOutcome: (clientSecret, customerId) =>
      asking(async () => {
        const [id = ''] = clientSecret.split('_secret_');
        const intent = await orNull(() => stripe.setupIntents.retrieve(id));
        const isTheirs =
          intent && intent.client_secret === clientSecret && idOf(intent.customer) === customerId;
        return isTheirs ? outcomeOfSetup(stripe, intent, customerId) : { kind: 'not-tried' };
      }),

    removeCards: (customerId) =>
      asking(async () => {
        const found = await orNull(() => stripe.customers.listPaymentMethods(customerId, { limit: 100 }));
        await detach(stripe, found?.data ?? []);
      }),
  };
}
