import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Database } from '../../../db/connection/connect.ts';

/** Delivers a webhook like over HTTP. Resolves with the status of the response. */
export type Deliver = (rawBody: string, headers: Record<string, string>) => Promise<number>;

export type DeliveryOptions = {
  db: Database;
  clock: () => Date;
  deliver: Deliver;
  webhookSecret: string;
  /** Whether the endpoint is set up for a type of event; without it, for all types. */
  isEnabled?: ((type: string) => boolean) | undefined;
  log: (message: string) => void;
};

const mostTries = 10;
const pageSize = 20;

type Waiting = { id: string; doc: unknown; tries: number };

// The time of the next attempt is stored before this attempt, so that two processes do not deliver the same event concurrently.
async function claim(db: Database): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update stripe_stand_in.events event set tries = tries + 1,
      next_try_at = case when tries + 1 >= ${mostTries} then null
        else now() + make_interval(secs => least(300, 2 ^ tries)) end
    from (select id from stripe_stand_in.events where next_try_at <= now()
      order by next_try_at, seq limit ${pageSize} for update skip locked) due
    where event.id = due.id returning event.id, event.doc, event.tries, event.seq`.execute(db);
  return (rows as (Waiting & { seq: number })[]).toSorted((a, b) => a.seq - b.seq);
}

async function handOver(options: DeliveryOptions, { id, doc, tries }: Waiting): Promise<void> {
  const payload = JSON.stringify(doc);
  const timestamp = Math.floor(options.clock().getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.webhookSecret,
    timestamp,
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const isWanted = options.isEnabled?.((doc as Stripe.Event).type) ?? true;
  const status = isWanted ? await options.deliver(payload, headers).catch(() => 0) : 200;
  if (status >= 200 && status < 300)
    await sql`update stripe_stand_in.events set delivered_at = now(), next_try_at = null
      where id = ${id}`.execute(options.db);
  else if (tries >= mostTries) options.log(`The payment stand-in gave up on the event ${id}.`);
}

/** Delivers each event until it is accepted or ten attempts failed. Retries after 1, 2, 4 … seconds, five minutes at most. */
export function startDelivery(options: DeliveryOptions) {
  const { db } = options;
  let stopped = false;
  let isQueued = false;
  let running: Promise<unknown> = Promise.resolve();

  async function deliverDue(): Promise<void> {
    isQueued = false;
    for (let page = await claim(db); page.length > 0 && !stopped; page = await claim(db))
      for (const event of page) if (!stopped) await handOver(options, event);
  }

  /** Checks for waiting events as soon as the running check has ended. */
  function wake(): void {
    if (stopped || isQueued) return;
    isQueued = true;
    running = running
      .then(deliverDue)
      .catch(
        (error: Error) => stopped || options.log(`Webhooks of the payment stand-in wait: ${error.message}`),
      );
  }
  const timer = setInterval(wake, 1_000).unref();

  return {
    wake,
    /** Resolves when no event is due for delivery. */
    async settled(): Promise<void> {
      wake();
      await running;
    },
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
