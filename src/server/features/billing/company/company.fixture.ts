import { randomUUID } from 'node:crypto';
import { person, type TestPersonSpec } from '../../../../../testing/people.ts';
import type {
  InvoiceFacts,
  SubscriptionFacts,
} from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Services } from '../../../pipeline/context.ts';
import { PaymentProviderError, type PaymentProvider } from '../../../ports/payments/port.ts';
import type { WatchedPayments } from '../../../ports/payments/port.ts';
import { watchedPayments } from '../../../ports/payments/watched.ts';
import { ensurePaymentPlans } from '../plans.ts';
import { settleInvoice, settleSubscription } from '../settling/settle.ts';

const page = 100;

/** Returns the rows after an id that a filter keeps, at most a page of them. */
const pageOf = <Row extends { id: string }>(
  rows: ReadonlyMap<string, Row>,
  keeps: (row: Row) => boolean,
  after: string | null,
) => {
  const behind = [...rows.values()].filter((row) => keeps(row) && (after === null || row.id > after));
  const sorted = behind.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, page);
  return { rows: sorted, next: behind.length > page ? sorted.at(-1)!.id : null };
};

/** Creates a payment company in memory for tests of jobs: its data can be changed independently of our rows. */
export function companyInMemory() {
  const subscriptions = new Map<string, SubscriptionFacts>();
  const invoices = new Map<string, InvoiceFacts>();
  const calls: string[] = [];
  const state = { up: true };
  const answer = <Value>(call: string, value: () => Value): Promise<Value> => {
    calls.push(call);
    if (!state.up) return Promise.reject(new PaymentProviderError('unavailable', 'It is away.'));
    return Promise.resolve().then(value);
  };
  const end = (id: string) => {
    const found = subscriptions.get(id);
    if (found) subscriptions.set(id, { ...found, status: 'ended', endedAt: new Date() });
  };
  const provider: Partial<PaymentProvider> = {
    publishableKey: 'pk_test',
    isStandIn: true,
    cardOf: () => answer('cardOf', () => null),
    removeCards: (customerId) => answer(`removeCards ${customerId}`, () => {}),
    updateCustomerEmail: (id, email) => answer(`updateCustomerEmail ${id} ${email}`, () => {}),
    findSubscription: (id) => answer(`findSubscription ${id}`, () => subscriptions.get(id) ?? null),
    findInvoice: (id) => answer(`findInvoice ${id}`, () => invoices.get(id) ?? null),
    invoiceOfCharge: (id) =>
      answer(`invoiceOfCharge ${id}`, () => invoices.get(id.replace('ch_', 'in_')) ?? null),
    subscriptionsOf: (customer) =>
      answer('subscriptionsOf', () =>
        [...subscriptions.values()].filter(({ customerId }) => customerId === customer),
      ),
    invoicesOf: (customer, after) =>
      answer('invoicesOf', () => pageOf(invoices, ({ customerId }) => customerId === customer, after)),
    listSubscriptions: (after) =>
      answer('listSubscriptions', () => pageOf(subscriptions, ({ status }) => status !== 'ended', after)),
    listInvoices: (since, after) =>
      answer('listInvoices', () => pageOf(invoices, ({ createdAt }) => createdAt >= since, after)),
    endSubscription: (id) => answer(`endSubscription ${id}`, () => end(id)),
    giveUp: ({ subscriptionId, invoiceId }) =>
      answer(`giveUp ${invoiceId}`, () => {
        const invoice = invoices.get(invoiceId);
        if (invoice?.status === 'paid') throw new PaymentProviderError('refused', 'It is paid.');
        if (invoice) invoices.set(invoiceId, { ...invoice, status: 'void' });
        if (subscriptionId) end(subscriptionId);
      }),
  };
  return {
    subscriptions,
    invoices,
    calls,
    state,
    payments: watchedPayments(provider as PaymentProvider) satisfies WatchedPayments,
  };
}

export type Company = ReturnType<typeof companyInMemory>;

const hour = 60 * 60_000;

/** Creates a person with a paid care plan, on both sides. `paidAt` is when the period began. */
export async function subscribed(
  services: Services,
  company: Company,
  { paidAt = new Date(Date.now() - 24 * hour), ...spec }: TestPersonSpec & { paidAt?: Date } = {},
) {
  const { db, config } = services;
  await ensurePaymentPlans(db, config.payments.priceIds);
  const who = await person(services, spec);
  const name = randomUUID().slice(0, 8);
  const [customerId, subscriptionId, invoiceId] = [`cus_${name}`, `sub_${name}`, `in_${name}`];
  await db
    .updateTable('users')
    .set({ stripe_customer_id: customerId })
    .where('id', '=', who.userId)
    .execute();
  const periodEnd = new Date(paidAt);
  periodEnd.setUTCFullYear(periodEnd.getUTCFullYear() + 1);
  const priceId = config.payments.priceIds.careYearly;
  company.subscriptions.set(subscriptionId, {
    ...{ id: subscriptionId, customerId, status: 'active', priceId, startedAt: paidAt, periodEnd },
    ...{ cancelAtPeriodEnd: false, endedAt: null, attemptId: null, latestInvoiceId: invoiceId },
  });
  company.invoices.set(invoiceId, {
    ...{ id: invoiceId, customerId, status: 'paid', subscriptionId, attemptId: null, priceId },
    ...{ total: 4_900, discount: 0, refunded: 0, createdAt: paidAt, paidAt, nextTryAt: null },
    ...{ periodStart: paidAt, periodEnd, reason: 'first', pdfUrl: null },
    ...{
      number: null,
      hostedUrl: null,
      chargeFailed: false,
      refusedCharge: null,
      dueAt: null,
      quantity: 1,
      unitPrice: 4_900,
      term: null,
    },
    card: { brand: 'visa', last4: '4242' },
  });
  await settleSubscription(services, subscriptionId);
  await settleInvoice(services, invoiceId);
  const changeSubscription = (changes: Partial<SubscriptionFacts>) =>
    company.subscriptions.set(subscriptionId, { ...company.subscriptions.get(subscriptionId)!, ...changes });
  const changeInvoice = (changes: Partial<InvoiceFacts>, id = invoiceId) =>
    company.invoices.set(id, {
      ...company.invoices.get(invoiceId)!,
      ...company.invoices.get(id),
      ...changes,
      id,
    });
  /** Creates a renewal that failed `daysAgo`. */
  const failRenewal = async (daysAgo: number, nextTryAt: Date | null) => {
    const createdAt = new Date(Date.now() - daysAgo * 24 * hour);
    const renewal = `${invoiceId}2`;
    changeInvoice(
      {
        ...{ status: 'open', reason: 'renewal', createdAt, paidAt: null, nextTryAt },
        ...{ periodStart: createdAt, card: null },
      },
      renewal,
    );
    changeSubscription({ status: 'past_due', latestInvoiceId: renewal });
    await settleInvoice(services, renewal);
    return renewal;
  };
  return { ...who, customerId, subscriptionId, invoiceId, changeSubscription, changeInvoice, failRenewal };
}
