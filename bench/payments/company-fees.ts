import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { invoiceAtCompany } from '../../src/server/features/provider-billing/company/invoice-at-company.ts';
import { billProviders } from '../../src/server/features/provider-billing/nightly.ts';
import { startStandIn, type StandIn } from '../../src/server/ports/payments/stand-in/stand-in.ts';
import { stripeProvider } from '../../src/server/ports/payments/stripe/stripe.ts';
import { watchedPayments } from '../../src/server/ports/payments/watched.ts';
import { keepCompiled } from '../../testing/processes/compiled.ts';
import { digits, type Figure } from '../measuring/figure.ts';
import { onStage, type Stage } from '../stage.ts';

const providers = 2_000;
const day = '2026-03-01';

/** Time after which another run continues the invoice that a killed run was making, in milliseconds. */
const claimedMs = 130_000;

/** Makes providers whose plan for beds is billed at the payment company, and no invoice yet. */
async function addProviders({ services }: Stage): Promise<void> {
  const { db, payments } = services;
  const planId = randomUUID();
  const terms = { planId, name: 'Beds', fee: 4_900, recurrence: null, duration: 'annually-1' as const };
  const price = await payments!.createPrice(terms, 'bench-price');
  await sql`
    insert into subscriptions (id, name, fee, customer_type_id, duration, start_date, stripe, stripe_price_id)
    values (${planId}, 'Beds', 4900, 4, 'annually-1', '2020-01-01', true, ${price})`.execute(db);
  await sql`
    insert into providers (id, name, path, subscription_id, subscription_start_date, no_of_beds, email)
    select id, 'House', array[id], ${planId}, ${day}, 40, 'office@house.example'
    from (select gen_random_uuid() as id from generate_series(1, ${providers})) new`.execute(db);
}

async function madeThere({ services: { db } }: Stage): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select count(*)::int as made from transactions where stripe_invoice_id is not null`.execute(db);
  return rows[0]!.made;
}

/** Runs the nightly invoices in a process of its own, and kills it once it has made this many. Returns how long it ran, in seconds. */
async function runUntilKilled(stage: Stage, standIn: StandIn, made: number): Promise<number> {
  const program = new URL(
    '../../src/server/features/provider-billing/company/killed-run.fixture.ts',
    import.meta.url,
  ).pathname;
  const { host, port, secretKey, publishableKey } = standIn;
  const begin = performance.now();
  const child = spawn(process.execPath, [program], {
    env: {
      ...{ PATH: process.env['PATH'] ?? '', ...keepCompiled },
      DATABASE_URL: stage.services.config.databaseUrl ?? '',
      COMPANY: JSON.stringify({ host, port, secretKey, publishableKey }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  while ((await madeThere(stage)) < made) {
    if (child.exitCode !== null) throw new Error('The run ended before it was killed');
    await pause(50);
  }
  child.kill('SIGKILL');
  await gone;
  return (performance.now() - begin) / 1_000;
}

/** Returns how many providers do not have exactly one invoice, here and at the payment company, drafts included. */
async function wrongOf({ services: { db } }: Stage): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with here as (
      select provider_id::text as provider, count(*) as made from transactions
      where stripe_invoice_id is not null group by provider_id),
    there as (
      select doc -> 'metadata' ->> 'provider_id' as provider, count(*) as made,
        count(*) filter (where doc ->> 'status' = 'open' and doc ->> 'total' = '196000') as open
      from stripe_stand_in.objects where kind = 'invoice' group by 1)
    select count(*) filter (where here.made is distinct from 1 or there.made is distinct from 1
      or there.open is distinct from 1)::int as wrong
    from providers left join here on here.provider = providers.id::text
    left join there on there.provider = providers.id::text`.execute(db);
  return rows[0]!.wrong;
}

/**
 * Measures the nightly run that makes the invoices of 2,000 providers through the stand-in of the payment company. The first run is
 * killed after half of them, and a second run makes the others.
 */
export function benchCompanyFees(): Promise<Figure[]> {
  return onStage(async (stage) => {
    let at = new Date(`${day}T04:00:00+11:00`).getTime();
    const clock = () => new Date(at);
    const log = (line: string) => console.error(line);
    const { db } = stage.services;
    const standIn = await startStandIn({ db, clock, deliver: async () => 200, log });
    try {
      const { secretKey, publishableKey } = standIn;
      const payments = watchedPayments(
        stripeProvider({ secretKey, publishableKey, webhookSecrets: [], clock, standIn }),
      );
      const services = Object.assign(stage.services, { clock, payments });
      await addProviders(stage);
      const first = await runUntilKilled(stage, standIn, providers / 2);
      const half = await madeThere(stage);
      at += claimedMs;
      const begin = performance.now();
      await billProviders(services, log);
      await invoiceAtCompany(services, log);
      const second = (performance.now() - begin) / 1_000;
      return [
        {
          name: 'fees of 2,000 providers through the payment company',
          value: first + second,
          unit: 's',
          about: `killed after ${digits(first)} s with ${half} invoices, then ${digits(second)} s`,
        },
        {
          ...{ name: 'providers billed twice or missed there', value: await wrongOf(stage) },
          ...{ unit: `of ${providers}`, goal: { most: 0 } },
        },
      ];
    } finally {
      await standIn.close();
    }
  });
}
