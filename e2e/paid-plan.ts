import { randomUUID } from 'node:crypto';
import { subscribeCustomer } from '../src/server/features/billing/operations/pay-operations.ts';
import { contextFor, type TestPerson } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';

/** Pays for a payment plan as the page does, with a card of the stand-in. */
export async function payFor(
  app: TestApp,
  who: TestPerson,
  plan: 'care' | 'lifetime' = 'care',
): Promise<void> {
  const status = await payWith(app, who, 'pm_card_visa', plan);
  if (status !== 'paid') throw new Error(`The payment of a test is ${status}.`);
}

/** Starts a payment with a card whose bank requires confirmation, and leaves it open. */
export async function payUpToBank(app: TestApp, who: TestPerson): Promise<void> {
  const status = await payWith(app, who, 'pm_card_authenticationRequired', 'care');
  if (status !== 'needs_action') throw new Error(`The payment of a test is ${status}.`);
}

async function payWith(
  { services }: TestApp,
  who: TestPerson,
  paymentMethodId: string,
  plan: 'care' | 'lifetime',
): Promise<string> {
  const { careYearly, lifetime } = services.config.payments.priceIds;
  const { status } = await subscribeCustomer.call(contextFor(services, who.actor), {
    paymentMethodId,
    yearlyPriceId: plan === 'care' ? careYearly : null,
    initialPriceId: plan === 'care' ? null : lifetime,
    idempotency_key: randomUUID(),
  });
  return status;
}
