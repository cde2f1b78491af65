import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { DeclineReason } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import {
  customerPaymentList,
  providerPaymentList,
  type TransactionStatus,
} from '../../../../domain/lists/definitions/billing/booked-payments.ts';
import type { Days } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { fullName } from '../../../../domain/names.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import { hasWords } from '../../../db/lists/list-filters.ts';
import { conditionsOf, listSource, readPage } from '../../../db/lists/page.ts';
import { inScope } from '../../../db/lists/scope.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { labelOf, planIdOf } from '../plans.ts';

/** A payment in the lists of staff (ENT-21). Amounts in Australian cents. */
export type BookedPayment = {
  id: string;
  invoice_number: string | null;
  user_id: string | null;
  provider_id: string | null;
  /** Name of the customer or the provider; null for a deleted customer. */
  payer: string | null;
  plan: string;
  /** Number of beds or customers; null for a customer's own payment. */
  quantity: number | null;
  amount: number;
  refunded: number;
  status: TransactionStatus;
  invoice_date: IsoDate;
  due_date: IsoDate | null;
  payment_date: IsoDate | null;
  /** URL of the invoice as a PDF; null before it has a number. */
  pdf: string | null;
  /** Page of the payment company for an invoice of a provider that is made there; null for others. */
  hosted_url: string | null;
  /** Why the last charge to a provider's card was refused; null if it was not, and for a paid invoice. */
  refusal: DeclineReason | null;
  /** Whether its state comes from the payment company, so that it cannot be changed by hand (D-48). */
  of_payment_company: boolean;
};

/** Number and sum of the payments that match; `amount` without what was refunded, in Australian cents. */
export type BookedTotals = { count: number; amount: number };

const rowsOf = (tx: Tx) =>
  tx
    .selectFrom('transactions')
    .leftJoin('subscriptions', 'subscriptions.id', 'transactions.subscription_id')
    .leftJoin('users', 'users.id', 'transactions.user_id')
    .leftJoin('providers', 'providers.id', 'transactions.provider_id')
    .select([
      'transactions.id',
      'transactions.invoice_number',
      'transactions.user_id',
      'transactions.provider_id',
      'transactions.plan_name',
      'transactions.quantity',
      'transactions.amount',
      'transactions.refunded',
      'transactions.status',
      'transactions.invoice_date',
      'transactions.due_date',
      'transactions.payment_date',
      'transactions.at_company',
      'transactions.hosted_url',
      'transactions.stripe_invoice_id',
      'subscriptions.name as subscription',
      'subscriptions.stripe_price_id',
      'users.first_name',
      'users.last_name',
      'providers.name as provider',
    ])
    .select(
      sql<DeclineReason | null>`case when transactions.charge_failed then (
        select refused.reason from provider_charge_refusals refused where refused.transaction_id = transactions.id
        order by refused.refused_at desc, refused.charge_id limit 1) end`.as('refusal'),
    );

const isNumber = (words: string): RawBuilder<boolean> =>
  sql<boolean>`transactions.invoice_number = upper(${words})`;

const onDates = ({ from, to }: Days): RawBuilder<boolean> =>
  sql<boolean>`transactions.invoice_date between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`;

const hasStatus = (status: TransactionStatus) => sql<boolean>`transactions.status = ${sql.lit(status)}`;

const ofCustomers = listSource(customerPaymentList, {
  rows: (tx, _scope: Scope) => rowsOf(tx).where('transactions.provider_id', 'is', null),
  id: 'transactions.id',
  filters: {
    search: (words) =>
      sql<boolean>`(${isNumber(words)} or transactions.user_id in (select users.id from users where ${hasWords('users.search', words)}))`,
    status: hasStatus,
    invoice_date: onDates,
  },
  sorts: { invoice_date: 'transactions.invoice_date' },
  countsAlongTheIndex: true,
});

const ofProviders = listSource(providerPaymentList, {
  rows: (tx, scope: Scope) =>
    rowsOf(tx)
      .where('transactions.provider_id', 'is not', null)
      .where(inScope(scope, { person: 'transactions.user_id', provider: 'transactions.provider_id' })),
  id: 'transactions.id',
  filters: {
    search: (words) =>
      sql<boolean>`(${isNumber(words)} or transactions.provider_id in (select found.id from providers found where ${hasWords('found.search', words)}))`,
    provider_id: (id) => sql<boolean>`transactions.provider_id = ${id}::uuid`,
    status: hasStatus,
    invoice_date: onDates,
  },
  sorts: { invoice_date: 'transactions.invoice_date' },
  countsAlongTheIndex: true,
});

type Found = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** Who reads, and in which language plans are named. */
export type Reading = { scope: Scope; language: Language; services: Pick<Services, 'config'> };

function paymentOf(
  {
    plan_name,
    subscription,
    stripe_price_id,
    first_name,
    last_name,
    provider,
    stripe_invoice_id,
    at_company,
    ...row
  }: Found,
  { language, services: { config } }: Reading,
): BookedPayment {
  const known = planIdOf(config.payments.priceIds, stripe_price_id);
  const owner = row.provider_id ?? row.user_id;
  const route = row.provider_id === null ? 'invoices' : 'provider-invoices';
  return {
    ...row,
    payer: provider ?? (fullName({ first_name, last_name }) || null),
    plan: plan_name ?? labelOf({ known, name: subscription ?? '' }, language),
    // The invoice of a deleted customer has no name and address any more.
    pdf: row.invoice_number === null || owner === null || at_company ? null : `/api/${route}/${row.id}`,
    of_payment_company: at_company || stripe_invoice_id !== null,
  };
}

/** Loads a page of the payments of customers. */
export async function findCustomerPayments(
  tx: Tx,
  reading: Reading,
  query: ListQuery<typeof customerPaymentList>,
): Promise<Page<BookedPayment>> {
  const page = await readPage(tx, ofCustomers, reading.scope, query);
  return { ...page, data: page.data.map((row) => paymentOf(row, reading)) };
}

/** Loads a page of the invoices of providers in a scope. */
export async function findProviderPayments(
  tx: Tx,
  reading: Reading,
  query: ListQuery<typeof providerPaymentList>,
): Promise<Page<BookedPayment>> {
  const page = await readPage(tx, ofProviders, reading.scope, query);
  return { ...page, data: page.data.map((row) => paymentOf(row, reading)) };
}

/** Yields all payments of customers that match, in batches. */
export async function* readCustomerPayments(
  tx: Tx,
  reading: Reading,
  query: ListQuery<typeof customerPaymentList>,
): AsyncGenerator<BookedPayment[], void, void> {
  for await (const rows of readBatches(tx, ofCustomers, reading.scope, query))
    yield rows.map((row) => paymentOf(row, reading));
}

/** Yields all invoices of providers in a scope that match, in batches. */
export async function* readProviderPayments(
  tx: Tx,
  reading: Reading,
  query: ListQuery<typeof providerPaymentList>,
): AsyncGenerator<BookedPayment[], void, void> {
  for await (const rows of readBatches(tx, ofProviders, reading.scope, query))
    yield rows.map((row) => paymentOf(row, reading));
}

/** Sums the payments that the conditions of a list select. */
async function totalOf(tx: Tx, where: readonly RawBuilder<boolean>[]): Promise<BookedTotals> {
  const { rows } = await sql<BookedTotals>`
    select count(*)::int as count, coalesce(sum(amount - refunded), 0)::float8 as amount
    from transactions where ${sql.join(where, sql` and `)}`.execute(tx);
  return rows[0]!;
}

/** Sums the payments of customers that match. */
export const sumCustomerPayments = (tx: Tx, query: ListQuery<typeof customerPaymentList>) =>
  totalOf(tx, [sql<boolean>`transactions.provider_id is null`, ...conditionsOf(ofCustomers, query)]);

/** Sums the invoices of providers in a scope that match. */
export const sumProviderPayments = (tx: Tx, scope: Scope, query: ListQuery<typeof providerPaymentList>) =>
  totalOf(tx, [
    sql<boolean>`transactions.provider_id is not null`,
    inScope(scope, { person: 'transactions.user_id', provider: 'transactions.provider_id' }),
    ...conditionsOf(ofProviders, query),
  ]);
