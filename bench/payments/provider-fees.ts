import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { billProviders } from '../../src/server/features/provider-billing/nightly.ts';
import { digits, median, type Figure } from '../measuring/figure.ts';
import { onStage, type Stage } from '../stage.ts';

const providers = 2_000;
const rounds = 3;
const day = '2026-03-01';

/** Makes providers with a payment plan for beds, and no invoice yet. Returns their ids. */
async function addProviders({ services: { db } }: Stage): Promise<string[]> {
  const plan = await sql<{ id: string }>`
    insert into subscriptions (name, fee, customer_type_id, duration, start_date)
    values (${`Beds ${randomUUID()}`}, 4900, 4, 'annually-1', '2020-01-01') returning id`.execute(db);
  const made = await sql<{ id: string }>`
    insert into providers (id, name, path, subscription_id, subscription_start_date, no_of_beds)
    select id, 'House', array[id], ${plan.rows[0]!.id}, ${day}, 40
    from (select gen_random_uuid() as id from generate_series(1, ${providers})) new returning id`.execute(db);
  return made.rows.map(({ id }) => id);
}

/** The statements of one provider: its invoice with the next number, its next date, the entry in the trail, the event. */
const bare = [
  [
    'find',
    'select p.id, s.id plan, s.name, s.fee, p.no_of_beds beds from providers p join subscriptions s on s.id = p.subscription_id where p.id = $1 for update of p',
  ],
  [
    'date',
    `update providers set billed_subscription_id = subscription_id, billing_anchor = '${day}', next_billing_date = '2027-03-01' where id = $1`,
  ],
] as const;

const number = `insert into invoice_numbers (year, last) values (2026, 1)
  on conflict (year) do update set last = invoice_numbers.last + 1 returning last`;

const invoice = `insert into transactions (provider_id, subscription_id, plan_name, amount, quantity, unit, unit_price,
    invoice_date, due_date, period_start, period_end, status, invoice_number, language)
  values ($1, $2, $3, $4, $5, 'beds', $6, '${day}', '2026-03-15', '${day}', '2027-02-28', 'pending', $7, 'en') returning id`;

const records = `with head as (
    insert into audit_heads as h (chain, seq, hash) values ('platform', 1, sha256($2))
    on conflict (chain) do update set seq = h.seq + 1, hash = sha256(h.hash || $2) returning seq, hash
  ), emitted as (
    insert into outbox (type, payload) values ('provider-invoice.issued', jsonb_build_object('provider_id', $1::text, 'transaction_id', $3::text))
  )
  insert into audit_log (chain, seq, at, actor_kind, action, details, hash)
  select 'platform', head.seq, now(), 'system', 'invoiceProvider', jsonb_build_object('provider_id', $1::text), head.hash from head`;

type Found = { plan: string; name: string; fee: number; beds: number };

/** Inserts the same rows in the same batches, one transaction for each provider, on one connection. */
async function billBare(client: pg.Client, ids: readonly string[]): Promise<void> {
  const run = <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
    client.query<Row>({ name, text, values });
  for (const id of ids) {
    await client.query('begin');
    const [[findName, find], [dateName, date]] = bare;
    const { plan, name, fee, beds } = (await run<Found>(findName, find, [id])).rows[0]!;
    await run(dateName, date, [id]);
    const { last } = (await run<{ last: number }>('number', number, [])).rows[0]!;
    const values = [id, plan, name, fee * beds, beds, fee, `WAT-2026-${String(last).padStart(4, '0')}`];
    const made = (await run<{ id: string }>('invoice', invoice, values)).rows[0]!;
    await run('records', records, [id, Buffer.from(id), made.id]);
    await client.query('commit');
  }
}

/** Returns how many of some providers do not have exactly one invoice. */
async function wrongOf({ services: { db } }: Stage, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) filter (where invoices <> 1)::int as wrong from (
      select count(t.id) as invoices from unnest(${[...ids]}::uuid[]) as each (id)
      left join transactions t on t.provider_id = each.id group by each.id) counted`.execute(db);
  return rows[0]!.wrong;
}

async function secondsOf(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1_000;
}

/**
 * Compares the nightly run that makes the invoices of 2,000 providers with plain SQL that inserts the same rows in the same batches (one
 * transaction for each provider), in alternation. Then measures two concurrent runs.
 */
export function benchProviderFees(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const services = { ...stage.services, clock: () => new Date(`${day}T04:00:00+11:00`) };
    const bill = () => billProviders(services, console.error);
    const client = new pg.Client({ connectionString: stage.superuserUrl });
    await client.connect();
    const times = { ours: [] as number[], bare: [] as number[] };
    let wrong = 0;
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const byHand = await addProviders(stage);
        const bareTook = await secondsOf(() => billBare(client, byHand));
        const ids = await addProviders(stage);
        const took = await secondsOf(bill);
        wrong += await wrongOf(stage, ids);
        // The first round prepares statements and fills caches.
        if (round === 0) continue;
        times.ours.push(took);
        times.bare.push(bareTook);
      }
      const both = await addProviders(stage);
      const together = await secondsOf(() => Promise.all([bill(), bill()]));
      wrong += await wrongOf(stage, both);
      const [ours, hand] = [median(times.ours), median(times.bare)];
      return [
        {
          name: 'fees of 2,000 providers in one run',
          value: hand / ours,
          unit: 'of bare inserts',
          goal: { least: 0.5 },
          about: `${digits(ours)} s, bare ${digits(hand)} s; two runs side by side ${digits(together)} s`,
        },
        { name: 'providers billed twice or missed', value: wrong, unit: 'of 10,000', goal: { most: 0 } },
      ];
    } finally {
      await client.end();
    }
  });
}
