import { sql } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import { startDelivery, type Deliver } from './delivery.ts';
import { createCalls } from './http/call.ts';
import { serveApi, type Fate } from './http/server.ts';
import { cardRoutes } from './routes/cards.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { customerRoutes } from './routes/customers.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { paymentRoutes } from './routes/payments.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { seed } from './seeds.ts';
import { createStandInSchema, standInTables, type StandInDatabase } from './store/schema.ts';
import { randomText } from './store/work.ts';

export type StandInOptions = {
  db: Database;
  /** The product's clock, so that tests move both. */
  clock: () => Date;
  /** Where webhooks go. */
  deliver: Deliver;
  log: (message: string) => void;
};

/** A running stand-in of Stripe, with which no money moves: for development and tests, never in production. */
export type StandIn = {
  /** Where its API is served, over HTTP on the loopback. */
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Decides what becomes of the next calls, for tests of faults; null for answering all. */
  breakCalls: (fateOf: ((call: { method: string; path: string }) => Fate) | null) => void;
  /** Resolves when no webhook waits to be tried now. */
  delivered: () => Promise<void>;
  close: () => Promise<void>;
};

/** Each key once for a database, so that servers beside each other share them. */
async function settingsOf(db: StandInDatabase) {
  const made = {
    secretKey: `sk_test_standin${randomText(24)}`,
    publishableKey: `pk_test_standin${randomText(24)}`,
    webhookSecret: `whsec_${randomText(32)}`,
  };
  for (const [name, value] of Object.entries(made))
    await sql`insert into stripe_stand_in.settings (name, value) values (${name}, ${value}) on conflict do nothing`.execute(
      db,
    );
  const rows = await db.selectFrom('stripe_stand_in.settings').selectAll().execute();
  const kept = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    secretKey: kept.get('secretKey') ?? made.secretKey,
    publishableKey: kept.get('publishableKey') ?? made.publishableKey,
    webhookSecret: kept.get('webhookSecret') ?? made.webhookSecret,
  };
}

/** Starts the stand-in on its own schema of the product's database. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { clock, log } = options;
  const db = standInTables(options.db);
  await createStandInSchema(db);
  const settings = await settingsOf(db);
  const delivery = startDelivery({
    db,
    clock,
    log,
    deliver: options.deliver,
    webhookSecret: settings.webhookSecret,
  });
  const calls = createCalls({ db, clock, eventsWaiting: delivery.wake });
  await calls.change((work) => seed(work));
  let fateOf: ((call: { method: string; path: string }) => Fate) | null = null;
  const server = await serveApi({
    calls,
    log,
    secretKey: settings.secretKey,
    fateOf: (call) => fateOf?.(call) ?? 'answer',
    routes: [
      ...customerRoutes,
      ...catalogueRoutes,
      ...cardRoutes,
      ...subscriptionRoutes,
      ...invoiceRoutes,
      ...paymentRoutes,
    ],
  });
  delivery.wake();
  return {
    host: server.host,
    port: server.port,
    ...settings,
    breakCalls: (next) => void (fateOf = next),
    delivered: delivery.settled,
    async close() {
      await server.close();
      await delivery.stop();
    },
  };
}
