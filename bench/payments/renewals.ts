import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { startStandIn, type StandIn } from '../../src/server/ports/payments/stand-in/stand-in.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe/stripe.ts';
import type { Figure } from '../measuring/figure.ts';
import { onStage, type Stage } from '../stage.ts';

const few = 1_000;
const many = 10_000;
const dayMs = 86_400_000;

/** A person who pays each year, made through the product. */
async function subscriber(standIn: StandIn) {
  const { secretKey, publishableKey, webhookSecret } = standIn;
  const provider = stripeProvider({
    secretKey,
    publishableKey,
    webhookSecrets: [webhookSecret],
    clock: () => new Date(),
    standIn,
  });
  const person = { userId: 'bench', email: 'bench@wattle.example', language: 'en' as const };
  const customerId = await provider.createCustomer(person, 'bench-customer');
  const { subscription, invoice } = await provider.start(
    {
      customerId,
      attemptId: 'bench',
      initialPriceId: null,
      yearlyPriceId: 'price_wattle_care',
      promotion: null,
    },
    'bench-start',
  );
  const payment = { customerId, invoiceId: invoice.id, paymentMethodId: 'pm_card_visa' };
  await provider.pay(payment, 'bench-pay');
  const card = await provider.cardOf(customerId);
  if (!subscription || !card) throw new Error('The first year was not paid');
  return [customerId, card.id, subscription.id];
}

/** Copies the same customer, card and subscription under other ids this number of times. */
async function multiply({ services }: Stage, ids: readonly string[], from: number, to: number) {
  const [customer = '', card = '', subscription = ''] = ids;
  for (let first = from; first <= to; first += few)
    await sql`
      insert into stripe_stand_in.objects (id, kind, due, created, doc)
      select id || '_' || copy, kind, due, created,
        replace(replace(replace(doc::text, ${customer}::text, ${customer}::text || '_' || copy),
          ${card}::text, ${card}::text || '_' || copy),
          ${subscription}::text, ${subscription}::text || '_' || copy)::jsonb
      from stripe_stand_in.objects, generate_series(${first}::int, ${Math.min(to, first + few - 1)}::int) copy
      where id in (${customer}, ${card}, ${subscription})`.execute(services.db);
}

/** Measures the peak heap growth during a function, in megabytes, not counting collectable memory. */
async function heldDuring(run: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, held() - before);
  }, 500);
  await run();
  clearInterval(timer);
  return Math.max(most, held() - before) / 1_000_000;
}

/** Returns the number of subscriptions whose number of renewals differs from the due one. */
async function wrongOf({ services }: Stage): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) filter (where renewals <> 1) wrong from (
      select count(invoice.id) filter (where invoice.doc ->> 'billing_reason' = 'subscription_cycle'
        and invoice.doc ->> 'status' = 'paid') renewals
      from stripe_stand_in.objects subscription
      left join stripe_stand_in.objects invoice on invoice.kind = 'invoice'
        and invoice.doc #>> '{parent,subscription_details,subscription}' = subscription.id
      where subscription.kind = 'subscription' group by subscription.id) counted`.execute(services.db);
  return rows[0]?.wrong ?? many;
}

/**
 * Renews ten thousand subscriptions that are due in one nightly run: each once, by two concurrent runs, in memory that does
 * not grow with their number.
 */
export function benchRenewals(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { services } = stage;
    const standIn = await startStandIn({
      db: services.db,
      clock: () => new Date(),
      log: console.error,
      deliver: async () => 200,
    });
    try {
      const ids = await subscriber(standIn);
      const nightlyRun = new Date(Date.now() + 370 * dayMs);
      await multiply(stage, ids, 1, few - 1);
      const little = await heldDuring(() => standIn.runDue(nightlyRun));
      // The copied subscription was renewed, so the copies are due a year later.
      const next = new Date(nightlyRun.getTime() + 366 * dayMs);
      await sql`delete from stripe_stand_in.objects where kind in ('invoice', 'charge', 'payment_intent')`.execute(
        services.db,
      );
      await multiply(stage, ids, few, many - 1);
      const begin = performance.now();
      const much = await heldDuring(() => Promise.all([standIn.runDue(next), standIn.runDue(next)]));
      const seconds = (performance.now() - begin) / 1000;
      const wrong = await wrongOf(stage);
      return [
        {
          name: 'renewals twice or missed',
          value: wrong,
          unit: 'of 10,000',
          goal: { most: 0 },
          about: `${seconds.toFixed(0)} s, two runs beside each other`,
        },
        {
          name: 'memory that 9,000 more renewals take',
          value: Math.max(0, much - little),
          unit: 'MB',
          goal: { most: 10 },
          about: `held at most ${little.toFixed(0)} MB for ${few}, ${much.toFixed(0)} MB for ${many}`,
        },
      ];
    } finally {
      await standIn.close();
    }
  });
}
