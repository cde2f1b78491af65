import {
  invoiceDrifts,
  subscriptionDrifts,
  type Drift,
} from '../../../../domain/billing/payment-company/drift.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type {
  InvoiceFacts,
  SubscriptionFacts,
} from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { PaymentProvider, ProviderPage } from '../../../ports/payments/port.ts';
import { settleInvoice, settleSubscription } from '../settling/settle.ts';
import {
  findInvoicesSince,
  findLeavingAmong,
  findNotMade,
  findOpenDrifts,
  findUnlisted,
  invoicesHere,
  keepDrift,
  noteCompared,
  noteMended,
  plansOf,
  statusOfNotMade,
} from './books-store.ts';

/** Changes of the last minutes may still be in progress; they are compared in the next run. In milliseconds. */
const settledAfterMs = 10 * 60_000;

export type ReconcileOptions = {
  /** Invoices since this time are compared. All subscriptions are compared. */
  since: Date;
  /** Whether our rows are updated to match the payment company. */
  mend: boolean;
  /** Called with each difference as soon as it is found. */
  onDrift?: (drift: Drift, mended: boolean) => void;
};

/** Number of compared objects, of mended ones, and of the remaining differences by kind. */
export type Reconciled = { compared: number; mended: number; drifts: Map<Drift['kind'], number> };

/** A `term` is an invoice of a provider that has no id there, so it is named by ours. */
type Thing = { kind: 'subscription' | 'invoice' | 'term'; id: string };

/** Derives the kind of an object from its id: ours, or the payment company's. */
function thingOf(id: string): Thing {
  if (id.startsWith('in_')) return { kind: 'invoice', id };
  return { kind: id.startsWith('sub') ? 'subscription' : 'term', id };
}

async function* pagesOf<Row>(
  read: (after: string | null) => Promise<ProviderPage<Row>>,
): AsyncGenerator<readonly Row[]> {
  let after: string | null = null;
  do {
    const { rows, next }: ProviderPage<Row> = await read(after);
    yield rows;
    after = next;
  } while (after !== null);
}

/**
 * Compares our books with the payment company, page by page: every subscription that is active on either side, and the invoices
 * since a time. Differences are read once more on both sides, stored by object, and mended on request. Charges nothing.
 * @throws PaymentProviderError, Error when payment is off
 */
export async function reconcile(services: Services, options: ReconcileOptions): Promise<Reconciled> {
  const { db, payments, clock } = services;
  if (payments === null) throw new Error('Payment is off: there are no books to compare.');
  const start = clock();
  const result: Reconciled = { compared: 0, mended: 0, drifts: new Map() };
  const looked = new Set<string>();
  const suspect = async (thing: Thing) => {
    if (looked.has(thing.id)) return;
    looked.add(thing.id);
    await look(services, payments, thing, options, result);
  };

  for await (const ids of cursor((after) => findOpenDrifts(db, after ?? '')))
    for (const id of ids) await suspect(thingOf(id));
  for await (const rows of pagesOf((after) => payments.listSubscriptions(after))) {
    result.compared += rows.length;
    for (const { id } of await suspiciousSubscriptions(services, rows, start))
      await suspect({ kind: 'subscription', id });
    await noteCompared(
      db,
      rows.map(({ id }) => id),
      clock(),
    );
  }
  for (;;) {
    const unlisted = await findUnlisted(db, start);
    for (const id of unlisted) await suspect({ kind: 'subscription', id });
    await noteCompared(db, unlisted, clock());
    if (unlisted.length === 0) break;
  }
  for await (const rows of pagesOf((after) => payments.listInvoices(options.since, after))) {
    result.compared += rows.length;
    for (const { id } of await suspiciousInvoices(services, rows, start))
      await suspect({ kind: 'invoice', id });
  }
  for await (const ids of cursor((after) =>
    findNotMade(db, new Date(start.getTime() - settledAfterMs), after),
  ))
    for (const id of ids) await suspect({ kind: 'term', id });
  const from = melbourneDate(options.since);
  for await (const ids of cursor((after) => findInvoicesSince(db, from, after ?? '')))
    for (const id of ids)
      if ((await payments.findInvoice(id)) === null) await suspect({ kind: 'invoice', id });
  return result;
}

/** Yields pages of ids until there is none, each after the last id of the one before. */
async function* cursor(read: (after: string | null) => Promise<string[]>): AsyncGenerator<string[]> {
  let after: string | null = null;
  for (;;) {
    const page: string[] = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}

const isUnderWay = (at: Date | null, now: Date) =>
  at !== null && now.getTime() - at.getTime() < settledAfterMs;

async function suspiciousSubscriptions(
  { db }: Services,
  rows: readonly SubscriptionFacts[],
  now: Date,
): Promise<SubscriptionFacts[]> {
  const here = await plansOf(
    db,
    rows.map(({ id }) => id),
  );
  const leaving = await findLeavingAmong(
    db,
    rows.map(({ customerId }) => customerId),
  );
  return rows.filter(
    (there) =>
      !leaving.has(there.customerId) &&
      !isUnderWay(there.startedAt, now) &&
      subscriptionDrifts(there.id, here.get(there.id) ?? null, there).length > 0,
  );
}

async function suspiciousInvoices(
  { db }: Services,
  rows: readonly InvoiceFacts[],
  now: Date,
): Promise<InvoiceFacts[]> {
  const here = await invoicesHere(
    db,
    rows.map(({ id }) => id),
  );
  return rows.filter(
    (there) =>
      !isUnderWay(there.createdAt, now) &&
      !isUnderWay(there.paidAt, now) &&
      invoiceDrifts(there.id, here.get(there.id) ?? null, there).length > 0,
  );
}

/** Reads one object on both sides again, and returns its differences. */
async function compare({ db }: Services, payments: PaymentProvider, { kind, id }: Thing) {
  if (kind === 'term') {
    const here = await statusOfNotMade(db, id);
    const missing: Drift = { kind: 'payment-not-there', objectId: id, here, there: null };
    return { customerId: null, drifts: here === null ? [] : [missing] };
  }
  if (kind === 'subscription') {
    const there = await payments.findSubscription(id);
    const here = (await plansOf(db, [id])).get(id) ?? null;
    return { customerId: there?.customerId ?? null, drifts: subscriptionDrifts(id, here, there) };
  }
  const there = await payments.findInvoice(id);
  const here = (await invoicesHere(db, [id])).get(id) ?? null;
  return { customerId: there?.customerId ?? null, drifts: invoiceDrifts(id, here, there) };
}

async function look(
  services: Services,
  payments: PaymentProvider,
  thing: Thing,
  { mend, onDrift }: ReconcileOptions,
  result: Reconciled,
): Promise<void> {
  const { db, clock } = services;
  const found = await compare(services, payments, thing);
  for (const drift of found.drifts) await keepDrift(db, drift, found.customerId, clock());
  // The nightly run makes what is missing there.
  if (mend && found.drifts.length > 0 && thing.kind !== 'term')
    await (thing.kind === 'subscription' ? settleSubscription : settleInvoice)(services, thing.id);
  const left = mend && found.drifts.length > 0 ? await compare(services, payments, thing) : found;
  const still = new Set(left.drifts.map(({ kind }) => kind));
  await noteMended(db, thing.id, [...still], clock());
  for (const drift of found.drifts) {
    const isMended = !still.has(drift.kind);
    onDrift?.(drift, isMended);
    if (isMended) result.mended += 1;
    else result.drifts.set(drift.kind, (result.drifts.get(drift.kind) ?? 0) + 1);
  }
}
