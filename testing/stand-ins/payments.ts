import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { Services } from '../../src/server/pipeline/context.ts';
import { startStandIn, type StandIn } from '../../src/server/ports/payments/stand-in/stand-in.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe/stripe.ts';
import { watchedPayments } from '../../src/server/ports/payments/watched.ts';
import { contextFor, person, type TestPerson } from '../people.ts';
import { keepEvents } from '../../src/server/features/billing/company/events-store.ts';
import { handleEvents } from '../../src/server/features/billing/company/handle-events.ts';
import { subscribeCustomer } from '../../src/server/features/billing/operations/pay-operations.ts';

/** A webhook as the stand-in sends it. */
export type Webhook = { body: string; signature: string };

export type TestPayments = {
  standIn: StandIn;
  /** All webhooks that were sent, in order. They are not delivered. */
  webhooks: Webhook[];
  /** Answers browsers' requests to the stand-in. */
  browser: FastifyInstance;
  /** Answers the bank's confirmation page as the person would. Returns the status of the answer. */
  decide(clientSecret: string, decision: 'complete' | 'fail'): Promise<number>;
  close(): Promise<void>;
};

/** Connects services to the stand-in of the payment company on their own database. Its webhooks are collected but not handled. */
export async function startPayments(
  services: Services,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): Promise<TestPayments> {
  const webhooks: Webhook[] = [];
  const clock = () => services.clock();
  const standIn = await startStandIn({
    db: services.db,
    clock,
    log: (line) => console.error(line),
    deliver: async (body, headers) => {
      webhooks.push({ body, signature: headers['stripe-signature'] ?? '' });
      return 200;
    },
  });
  const { secretKey, publishableKey, webhookSecret } = standIn;
  services.payments = watchedPayments(
    stripeProvider({ secretKey, publishableKey, webhookSecrets: [webhookSecret], clock, standIn, timeoutMs }),
  );
  standIns.set(services.payments, standIn);
  const browser = fastify();
  standIn.registerBrowserRoutes(browser);
  return {
    standIn,
    webhooks,
    browser,
    async decide(client_secret, decision) {
      const kind = client_secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
      const { statusCode } = await browser.inject({
        method: 'POST',
        url: `/stripe-stand-in/v1/${kind}/${client_secret.split('_secret_')[0]}/three_d_secure`,
        headers: {
          authorization: `Bearer ${publishableKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({ client_secret, decision }).toString(),
      });
      return statusCode;
    },
    async close() {
      await browser.close();
      await standIn.close();
    },
  };
}

/** Takes webhooks as the product's route does, in the given order, and handles their events. */
export async function handleWebhooks(services: Services, webhooks: readonly Webhook[]): Promise<void> {
  const { db, payments, clock } = services;
  if (payments === null) throw new Error('There is no payment company');
  const events = webhooks.map(({ body, signature }) =>
    payments.verifiedEvent(Buffer.from(body), signature, clock()),
  );
  await keepEvents(db, events, clock());
  await handleEvents(
    services,
    events.map(({ id }) => id),
  );
}

const standIns = new WeakMap<object, StandIn>();

/** Numbers of test cards (https://docs.stripe.com/testing). */
export const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  discover: '6011111111111117',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  cvc: '4000000000000127',
  asks: '4000000000003220',
  alwaysAsks: '4000002760003184',
  failsOnCharge: '4000000000000341',
} as const;

/** Returns the payment company's id of a card typed into its form. */
export async function typedCard(services: Services, card: keyof typeof cards = 'visa'): Promise<string> {
  const standIn = services.payments && standIns.get(services.payments);
  if (!standIn) throw new Error('There is no payment company');
  const answer = await fetch(`http://${standIn.host}:${standIn.port}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${standIn.secretKey}` },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': cards[card],
      'card[exp_month]': '12',
      'card[exp_year]': '2030',
      'card[cvc]': cards[card].length === 15 ? '1234' : '123',
    }),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (!id) throw new Error(`The card was not taken (${answer.status})`);
  return id;
}

/** The price ids of the care plan. */
export const care = { yearlyPriceId: 'price_wattle_care' };

/** The price ids of the lifetime plan. */
export const lifetime = { initialPriceId: 'price_wattle_lifetime' };

/** Pays as a person does in the browser: with a new card and a new idempotency key unless others are given. */
export async function subscribe(services: Services, who: TestPerson, call: Record<string, unknown> = care) {
  const paymentMethodId = 'paymentMethodId' in call ? call['paymentMethodId'] : await typedCard(services);
  return subscribeCustomer.call(contextFor(services, who.actor), {
    idempotency_key: randomUUID(),
    ...call,
    paymentMethodId,
  });
}

/** A person who has paid for a plan. */
export async function payingPerson(
  services: Services,
  call: Record<string, unknown> = care,
): Promise<TestPerson> {
  const who = await person(services);
  const { status } = await subscribe(services, who, call);
  if (status !== 'paid') throw new Error(`The payment has the status ${status}`);
  return who;
}

/** Returns all payment data in a person's rows and at the stand-in, for comparison. */
export async function moneyOf(services: Services, userId: string) {
  const { db, payments } = services;
  const user = await db
    .selectFrom('users')
    .select(['subscription_id', 'stripe_customer_id', 'next_billing_date', 'stripe_promotion_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const transactions = await db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('invoice_date')
    .execute();
  const attempts = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const plan = await db
    .selectFrom('payment_plans')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const customerId = user.stripe_customer_id;
  const there =
    payments === null || customerId === null
      ? { subscriptions: [], invoices: [] }
      : {
          subscriptions: await payments.subscriptionsOf(customerId),
          invoices: (await payments.invoicesOf(customerId, null)).rows,
        };
  const paidThere = there.invoices.filter(({ status }) => status === 'paid');
  return { user, transactions, attempts, plan, there, paidThere };
}

/** Builds an event of the payment company in its wire format, of a type for which the company is not queried. */
export const eventOf = (more: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type: 'price.updated',
  livemode: false,
  created: Math.floor(Date.now() / 1000),
  data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1' } },
  ...more,
});
