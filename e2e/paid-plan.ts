import { randomUUID } from 'node:crypto';
import { subscribeCustomer } from '../src/server/features/billing/pay-operations.ts';
import { contextFor, type TestPerson } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';

/** Pays for a payment plan, as the page does, with a card of the stand-in. */
export async function payFor(
  { services }: TestApp,
  who: TestPerson,
  plan: 'care' | 'lifetime' = 'care',
): Promise<void> {
  const { careYearly, lifetime } = services.config.payments.priceIds;
  const { status } = await subscribeCustomer.call(contextFor(services, who.actor), {
    paymentMethodId: 'pm_card_visa',
    yearlyPriceId: plan === 'care' ? careYearly : null,
    initialPriceId: plan === 'care' ? null : lifetime,
    idempotency_key: randomUUID(),
  });
  if (status !== 'paid') throw new Error(`The payment of a test is ${status}.`);
}
