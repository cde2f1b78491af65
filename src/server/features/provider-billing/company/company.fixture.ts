import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  handleWebhooks,
  startPayments,
  type TestPayments,
  type Webhook,
} from '../../../../../testing/stand-ins/payments.ts';
import { reconcile } from '../../billing/books/reconcile.ts';
import { daysAfter, type IsoDate } from '../../../../domain/fields.ts';
import type { Services } from '../../../pipeline/context.ts';
import { withBilling } from '../provider-billing.fixture.ts';
import { invoiceAtCompany } from './invoice-at-company.ts';

/** Returns calls of the payment company, as its own pages make them. */
function callsOf(company: () => TestPayments) {
  async function there<Answer>(
    method: 'GET' | 'POST',
    path: string,
    fields: Record<string, string> = {},
  ): Promise<Answer> {
    const { host, port, secretKey } = company().standIn;
    const query = new URLSearchParams(fields);
    const response = await fetch(
      `http://${host}:${port}/v1/${path}${method === 'GET' ? `?${query.toString()}` : ''}`,
      {
        method,
        headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': randomUUID() },
        ...(method === 'POST' && { body: query }),
      },
    );
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Answer;
  }
  const invoicesThere = async () =>
    (await there<{ data: Stripe.Invoice[] }>('GET', 'invoices', { limit: '100' })).data;
  return {
    there,
    /** Returns all invoices there. */
    invoicesThere,
    /** Returns how many invoices each provider has there, drafts too. */
    async counted(): Promise<Map<string, number>> {
      const counts = new Map<string, number>();
      for (const { metadata } of await invoicesThere()) {
        const provider = metadata?.['provider_id'] ?? '';
        counts.set(provider, (counts.get(provider) ?? 0) + 1);
      }
      return counts;
    },
  };
}

type Billing = ReturnType<typeof withBilling>;

/** Returns helpers that add plans of the payment company and their providers. */
const plansThere = ({ test, db, addPlan, addProvider }: Billing) => ({
  /** Adds a payment plan of providers that the payment company knows. */
  async addPlanThere(fee: number): Promise<string> {
    const id = await addPlan(fee);
    const price = await test().services.payments!.createPrice(
      { planId: id, name: 'Beds', fee, recurrence: null, duration: 'annually-1' },
      randomUUID(),
    );
    await db()
      .updateTable('subscriptions')
      .set({ stripe: true, stripe_price_id: price })
      .where('id', '=', id)
      .execute();
    return id;
  },
  addHouse: (plan: string, changes: Record<string, unknown> = {}) =>
    addProvider(plan, '2026-03-01', { email: 'office@test.example', ...changes }),
});

/** Compares the books, and names the differences. */
async function driftsOf(services: Services, mend: boolean): Promise<string[]> {
  await services.db
    .updateTable('transactions')
    .set({ created_at: new Date(0) })
    .execute();
  const names: string[] = [];
  await reconcile(services, {
    since: new Date('2026-02-01T00:00:00Z'),
    mend,
    onDrift: ({ kind, objectId }, isMended) =>
      void names.push(`${kind} ${objectId}${isMended ? ' mended' : ''}`),
  });
  return names.toSorted();
}

/** A database and the stand-in of the payment company for each test, whose time is 1 March 2026. */
export function withCompany() {
  const billing = withBilling();
  const { test, run, logged } = billing;
  let company: TestPayments;
  let at: Date;
  let taken = 0;
  const laterBy = (seconds: number) => void (at = new Date(at.getTime() + seconds * 1_000));
  beforeEach(async () => {
    at = new Date('2026-03-01T04:00:00+11:00');
    taken = 0;
    test().services.clock = () => at;
    company = await startPayments(test().services);
  });
  afterEach(() => company.close());

  return {
    ...billing,
    ...callsOf(() => company),
    ...plansThere(billing),
    company: () => company,
    services: () => test().services,
    laterBy,
    /** Moves the time of the product and of the payment company. */
    moveTo: (day: IsoDate) => void (at = new Date(`${day}T04:00:00+11:00`)),
    /** Makes the invoices that are due by a day here, without those of the payment company there. */
    bill: (day: IsoDate = '2026-03-01') => run(day),
    /** Makes the invoices that wait for the payment company. */
    invoice: () => invoiceAtCompany(test().services, (line) => logged.push(line)),
    /** Handles the webhooks since the last call, in their order or another. */
    async handled(order: (all: readonly Webhook[]) => readonly Webhook[] = (all) => all): Promise<void> {
      await company.standIn.delivered();
      const fresh = company.webhooks.slice(taken);
      taken = company.webhooks.length;
      await handleWebhooks(test().services, order(fresh));
    },
    /** Compares the books as if an hour later, because changes of the last minutes count as in progress. */
    drifts(mend = false): Promise<string[]> {
      laterBy(3_600);
      return driftsOf(test().services, mend);
    },
    /** Returns the first day after the due date of invoices made on 1 March. */
    pastDue: daysAfter('2026-03-15', 1),
  };
}
