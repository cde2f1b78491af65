import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { keepCompiled } from '../../../../../testing/processes/compiled.ts';
import { lockKey } from '../../../ports/payments/stand-in/store/schema.ts';
import { stripeProvider } from '../../../ports/payments/stripe/stripe.ts';
import { watchedPayments } from '../../../ports/payments/watched.ts';
import { withCompany } from './company.fixture.ts';

/** Longer than a run's claim on an invoice, in seconds. */
const claimed = 130;

describe('the invoices of providers at a payment company that fails', () => {
  const billing = withCompany();
  const { db, test, company, addPlanThere, addHouse, bill, invoice, counted, invoicesThere } = billing;
  const { laterBy, there } = billing;

  async function houses(count: number, areBilled = true): Promise<string[]> {
    const plan = await addPlanThere(1_000);
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await addHouse(plan));
    if (areBilled) await bill();
    return ids;
  }

  /** Checks that each provider has one invoice, with one line, here and there. */
  async function expectOneEach(ids: readonly string[]): Promise<void> {
    const counts = await counted();
    expect(ids.map((id) => counts.get(id))).toEqual(ids.map(() => 1));
    const made = await invoicesThere();
    expect(made.map(({ status, lines, total }) => [status, lines.data.length, total])).toEqual(
      ids.map(() => ['open', 1, 12_000]),
    );
    const here = await db()
      .selectFrom('transactions')
      .select(['provider_id', 'stripe_invoice_id', 'invoice_number'])
      .where('at_company', '=', true)
      .execute();
    expect(new Set(here.map(({ stripe_invoice_id }) => stripe_invoice_id))).toEqual(
      new Set(made.map(({ id }) => id)),
    );
    expect(here).toHaveLength(ids.length);
    expect(new Set(here.map(({ provider_id }) => provider_id)).size).toBe(ids.length);
  }

  it.each(['lose-answer', 'lose-request', 'fail'] as const)(
    'are made once each, whichever call ends with %s [D-48] [fault 14]',
    async (fate) => {
      const ids = await houses(3);
      const broken = new Set<string>();
      // Each kind of call fails once, so the run ends early once for each.
      company().standIn.breakCalls(({ method, path }) => {
        const kind = `${method} ${path.replaceAll(/\/(in|cus|price)_\w+/g, '/:id')}`;
        if (broken.has(kind)) return 'answer';
        broken.add(kind);
        return fate;
      });
      for (let times = 0; times < 12; times += 1) {
        await invoice().catch(() => {});
        laterBy(claimed);
      }
      expect(broken.size).toBeGreaterThan(5);
      company().standIn.breakCalls(null);
      await invoice();
      await expectOneEach(ids);
    },
    30_000,
  );

  it('are continued after the keys have expired there: a draft gets its line, and nothing is made twice [D-48]', async () => {
    const ids = await houses(2);
    for (const lost of ['/v1/invoices', '/v1/invoiceitems', '/finalize']) {
      company().standIn.breakCalls(({ method, path }) =>
        method === 'POST' && path.endsWith(lost) ? 'lose-answer' : 'answer',
      );
      await expect(invoice()).rejects.toMatchObject({ code: 'unavailable' });
      await sql`delete from stripe_stand_in.idempotency`.execute(db());
      laterBy(2 * 86_400);
    }
    company().standIn.breakCalls(null);
    await invoice();
    await expectOneEach(ids);
  });

  it('are made once each where it is so slow that calls are carried out after they were given up [D-48] [fault 14]', async () => {
    const ids = await houses(3);
    const { services, pool } = test();
    const { secretKey, publishableKey, host, port } = company().standIn;
    const patient = services.payments;
    services.payments = watchedPayments(
      stripeProvider({
        ...{ secretKey, publishableKey, webhookSecrets: [], clock: () => services.clock() },
        ...{ standIn: { host, port }, timeoutMs: 300 },
      }),
    );
    // Each turn gets one change further: customers, invoices, lines, the end of the draft.
    for (let turn = 0; turn < 4; turn += 1) {
      const slow = await pool.connect();
      await slow.query('select pg_advisory_lock($1)', [lockKey]);
      await expect(invoice()).rejects.toMatchObject({ code: 'unavailable' });
      await slow.query('select pg_advisory_unlock($1)', [lockKey]);
      slow.release();
      // It processes calls in order, so abandoned calls are done before this one.
      await there('POST', 'customers');
      laterBy(claimed);
    }
    services.payments = patient;
    await invoice();
    await expectOneEach(ids);
  }, 30_000);

  it('stop at once while it is unavailable, and none is lost', async () => {
    const ids = await houses(12);
    let calls = 0;
    company().standIn.breakCalls(() => {
      calls += 1;
      return 'lose-request';
    });
    await expect(invoice()).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toBeLessThan(12);
    company().standIn.breakCalls(null);
    laterBy(claimed);
    await invoice();
    await expectOneEach(ids);
  });

  it('are made once each by runs side by side', async () => {
    const ids = await houses(12);
    await Promise.allSettled([invoice(), invoice(), invoice()]);
    laterBy(claimed);
    await invoice();
    await expectOneEach(ids);
  });

  it('are made once each for 200 providers, by a run that is killed half way and restarted [D-48] [GAP-107]', async () => {
    const ids = await houses(200, false);
    const { host, port, secretKey, publishableKey } = company().standIn;
    const program = new URL('killed-run.fixture.ts', import.meta.url).pathname;
    const variables = {
      DATABASE_URL: test().url,
      COMPANY: JSON.stringify({ host, port, secretKey, publishableKey }),
    };
    const stages = [
      { made: 'at_company', least: 80 },
      { made: 'stripe_invoice_id is not null', least: 60 },
    ];
    for (const { made, least } of stages) {
      const child = spawn(process.execPath, [program], {
        env: { PATH: process.env['PATH'] ?? '', ...keepCompiled, ...variables },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const gone = once(child, 'exit');
      for (;;) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from transactions where ${sql.raw(made)}`.execute(db());
        if (rows[0]!.count >= least) break;
        if (child.exitCode !== null) throw new Error('The run ended before it was killed');
        await pause(5);
      }
      child.kill('SIGKILL');
      await gone;
    }
    const halfWay = await invoicesThere();
    expect(halfWay.length).toBeLessThan(101);
    await bill();
    laterBy(claimed);
    await invoice();
    const { rows } = await sql`
      select count(*)::int as here, count(distinct provider_id)::int as providers,
        count(distinct stripe_invoice_id)::int as there from transactions where at_company`.execute(db());
    expect(rows).toEqual([{ here: 200, providers: 200, there: 200 }]);
    const made = await sql`
      select doc -> 'metadata' ->> 'provider_id' as id from stripe_stand_in.objects
      where kind = 'invoice' and doc ->> 'status' = 'open'`.execute(db());
    expect(made.rows.map((row) => (row as { id: string }).id).toSorted()).toEqual(ids.toSorted());
    const all = await sql`select from stripe_stand_in.objects where kind = 'invoice'`.execute(db());
    expect(all.rows).toHaveLength(200);
  }, 180_000);
});
