import { dollars } from '../../../src/domain/billing/money.ts';
import { eventTypes } from '../../../src/domain/billing/payment-company/event-kinds.ts';
import { paymentPlans } from '../../../src/domain/billing/payment-plan.ts';
import type { Config } from '../../../src/server/config.ts';
import { PaymentProviderError } from '../../../src/server/ports/payments/port.ts';
import { stripeProvider } from '../../../src/server/ports/payments/stripe/stripe.ts';
import { right, waitMs, wrong, type Found } from './finding.ts';

/** Names the event types that the operator chooses for the webhook. */
const needed = `the webhook needs the event types ${eventTypes.join(', ')}`;

/** Requests the two prices from the payment company, since pages show their amounts. Charges nothing. */
export async function checkPayment({ payments, environment }: Config): Promise<Found> {
  if (payments.disabled) return right('switched off');
  if (!payments.stripe)
    return right(
      environment === 'prod'
        ? `no keys: no one can pay; ${needed}`
        : 'no keys: the stand-in, with which no money moves',
    );
  const provider = stripeProvider({ ...payments.stripe, clock: () => new Date(), timeoutMs: waitMs });
  try {
    for (const plan of paymentPlans(payments.priceIds)) {
      const id = plan.yearlyPriceId ?? plan.initialPriceId ?? '';
      const name = plan.id === 'care' ? 'STRIPE_PRICE_CARE' : 'STRIPE_PRICE_LIFETIME';
      const isYearly = plan.yearlyFee !== null;
      const price = await provider.priceAmount(id);
      if (price === null) return wrong(`the payment company does not know the price of ${name}`);
      if (price.yearly !== isYearly)
        return wrong(`the price of ${name} must be paid ${isYearly ? 'each year' : 'once'}`);
      const expected = plan.yearlyFee ?? plan.initialFee;
      if (price.amount !== expected)
        return wrong(`the price of ${name} is not ${dollars(expected)}, which the pages say`);
    }
    return right(`the keys work, and the prices are those that the pages say; ${needed}`);
  } catch (error) {
    const isAway = error instanceof PaymentProviderError && error.code === 'unavailable';
    return wrong(isAway ? 'the payment company does not answer' : 'the payment company refuses the keys');
  }
}
