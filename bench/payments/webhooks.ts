import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import Stripe from 'stripe';
import { eventOf } from '../../testing/stand-ins/payments.ts';
import { secretOf } from '../compared/bare-webhooks.ts';
import { digits, median, type Figure } from '../measuring/figure.ts';
import { byTurns, runLoad, type Client, type Run } from '../measuring/load.ts';
import { onStage, type Stage } from '../stage.ts';

const seconds = 3;

/**
 * A sender of new events, each signed as by the payment company and about a new customer. Their type waits for a job, which
 * searches for the customer's pending payment, and makes no request to the company if there is none.
 */
function sender(path: string, secret: string): Client {
  return {
    next() {
      const object = { id: 'cs_1', object: 'checkout.session', customer: `cus_${randomUUID()}` };
      const payload = JSON.stringify(eventOf({ type: 'checkout.session.expired', data: { object } }));
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return { method: 'POST', path, headers, body: payload };
    },
  };
}

/** Waits until no event is pending. @throws Error after two minutes */
async function allHandled({ services }: Stage): Promise<void> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const waiting = services.db.selectFrom('payment_events').select('id').where('handled_at', 'is', null);
    if (!(await waiting.limit(1).executeTakeFirst())) return;
    await pause(50);
  }
  throw new Error('The events were not handled');
}

/** A load that ends when its jobs have ended, so that each event counts only when it is handled. */
async function handled(stage: Stage, load: () => Promise<Run>): Promise<Run> {
  const begin = performance.now();
  const run = await load();
  const answered = (performance.now() - begin) / 1000;
  await allHandled(stage);
  return { ...run, perSecond: (run.perSecond * answered) / ((performance.now() - begin) / 1000) };
}

/**
 * Measures payment events: received by the product, handled by its jobs, and verified and inserted by a bare route.
 * Eight senders at once.
 */
export function benchWebhooks(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const [ours, bare] = [await stage.serve('ours'), await stage.serve('bare')];
    const pool = new pg.Pool({ connectionString: stage.superuserUrl, max: 1 });
    const secret = await secretOf(pool);
    await pool.end();
    const eight = (path: string) => Array.from({ length: 8 }, () => sender(path, secret));
    const product = () => runLoad(ours.origin, eight('/api/stripe/webhook'), seconds);
    const taken: number[] = [];
    const runs = await byTurns(5, {
      ours: () =>
        handled(stage, async () => {
          const run = await product();
          taken.push(run.perSecond);
          return run;
        }),
      bare: () => runLoad(bare.origin, eight('/webhook'), seconds),
    });
    const against = (perSecond: number) =>
      `${digits(perSecond)} a second, bare ${digits(runs.bare.perSecond)}`;
    return [
      {
        name: 'webhooks taken: verified, kept, queued',
        value: median(taken) / runs.bare.perSecond,
        unit: 'of bare verified inserts',
        goal: { least: 0.5 },
        about: `${against(median(taken))}, while their jobs run; p50 ${digits(runs.ours.p50)} ms, p99 ${digits(runs.ours.p99)} ms`,
      },
      {
        name: 'webhooks handled by their jobs',
        value: runs.ours.perSecond / runs.bare.perSecond,
        unit: 'of bare verified inserts',
        about: `${against(runs.ours.perSecond)}, which has no jobs`,
      },
    ];
  });
}
