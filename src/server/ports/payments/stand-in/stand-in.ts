import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../../db/connection/connect.ts';
import { registerStandInRoutes } from './browser/routes.ts';
import { cardRoutes } from './company/cards.ts';
import { checkoutRoutes } from './company/checkout.ts';
import { customerRoutes } from './company/customers.ts';
import { invoiceRoutes } from './company/invoice-calls.ts';
import { readingRoutes } from './company/reading.ts';
import { stepDue } from './company/renewing.ts';
import { subscriptionRoutes } from './company/subscriptions.ts';
import { startDelivery, type Deliver } from './delivery.ts';
import { createCalls, unixSeconds } from './http/call.ts';
import { serveApi, type Fate } from './http/server.ts';
import { seed } from './seeds.ts';
import { randomText } from './store/ids.ts';
import { createStandInSchema } from './store/schema.ts';

export type StandInOptions = {
  db: Database;
  /** The product's clock, so that tests move the time of both. */
  clock: () => Date;
  /** Receiver of webhooks. */
  deliver: Deliver;
  /** Whether the receiver is set up for a type of event; without it, for all types. */
  isEnabled?: (type: string) => boolean;
  log: (message: string) => void;
};

/** A running stand-in for Stripe that moves no money: for development and tests, never in production. */
export type StandIn = {
  /** Address of its API, over HTTP on the loopback interface. */
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Adds the routes that browsers request from the stand-in to the product's own address. */
  registerBrowserRoutes: (app: FastifyInstance) => void;
  /** Runs what is due: renewals, retries, expiries. Returns how many objects were due. Safe in several processes. */
  runDue: (now: Date) => Promise<number>;
  /** Runs what is due each minute until it is closed, as the payment company does. Failures are logged. */
  runEachMinute: () => void;
  /** Decides the fate of the next calls, for tests of faults; null to answer all calls. */
  breakCalls: (fateOf: ((call: { method: string; path: string }) => Fate) | null) => void;
  /** Resolves when no webhook is due for delivery. */
  delivered: () => Promise<void>;
  close: () => Promise<void>;
};

/** Returns the keys, which are made once per database, so that several servers share them. */
async function settingsOf(db: Database) {
  const made = {
    secretKey: `sk_test_standin${randomText(24)}`,
    publishableKey: `pk_test_standin${randomText(24)}`,
    webhookSecret: `whsec_${randomText(32)}`,
  };
  await sql`insert into stripe_stand_in.settings (name, value)
    select key, value from jsonb_each_text(${JSON.stringify(made)}::jsonb) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from stripe_stand_in.settings`.execute(db);
  return { ...made, ...(Object.fromEntries(rows.map(({ name, value }) => [name, value])) as typeof made) };
}

/** Deletes delivered events after a month and responses for repeated keys after a day, as Stripe does. */
async function deleteOld(db: Database): Promise<void> {
  await sql`delete from stripe_stand_in.idempotency where key in (
    select key from stripe_stand_in.idempotency where created_at < now() - interval '1 day' limit 1000)`.execute(
    db,
  );
  await sql`delete from stripe_stand_in.events where id in (
    select id from stripe_stand_in.events where delivered_at < now() - interval '30 days' order by seq limit 1000)`.execute(
    db,
  );
}

/** Starts the stand-in with its own schema in the product's database. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { db, clock, log } = options;
  await createStandInSchema(db);
  const settings = await settingsOf(db);
  const delivery = startDelivery({ ...options, webhookSecret: settings.webhookSecret });
  const calls = createCalls({ db, clock, eventsWaiting: delivery.wake });
  await calls.change(seed);
  let fateOf: ((call: { method: string; path: string }) => Fate) | null = null;
  const server = await serveApi({
    ...{ calls, log, key: settings.secretKey, fateOf: (call) => fateOf?.(call) ?? 'answer' },
    routes: [
      ...customerRoutes,
      ...cardRoutes,
      ...subscriptionRoutes,
      ...invoiceRoutes,
      ...checkoutRoutes,
      ...readingRoutes,
    ],
  });
  delivery.wake();
  let timer: NodeJS.Timeout | undefined;

  async function runDue(now: Date): Promise<number> {
    let count = 0;
    for (let page = -1; page !== 0; count += page)
      page = await calls.change((work) => stepDue(work, unixSeconds(now)));
    await deleteOld(db);
    return count;
  }

  return {
    host: server.host,
    port: server.port,
    ...settings,
    runDue,
    runEachMinute() {
      const run = () =>
        runDue(clock()).catch((error: Error) =>
          log(`Renewals of the payment stand-in wait (${error.name}).`),
        );
      timer = setInterval(() => void run(), 60_000).unref();
    },
    registerBrowserRoutes: (app) => registerStandInRoutes(app, { calls, log, key: settings.publishableKey }),
    breakCalls: (next) => void (fateOf = next),
    delivered: delivery.settled,
    async close() {
      clearInterval(timer);
      await server.close();
      await delivery.stop();
    },
  };
}
