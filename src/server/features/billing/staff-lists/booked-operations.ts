import { scopeOf } from '../../../../domain/access/scope.ts';
import {
  customerPaymentList,
  providerPaymentList,
} from '../../../../domain/lists/definitions/billing/booked-payments.ts';
import { isFiltered } from '../../../../domain/lists/list.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import * as store from './booked-store.ts';

const ofCustomers = { action: 'providers.bill', subject: nothing } as const;
const ofProviders = { action: 'providers.readBilling', subject: nothing } as const;

/**
 * A page of payments, with the number and the sum of all that match. Null for all payments of the product, which are too many to
 * sum for each visit.
 */
export type BookedPage = Page<store.BookedPayment> & { totals: store.BookedTotals | null };

/** Returns the payments of customers, newest first, for the platform's staff (GAP-103). */
export const getCustomerTransactions = operation({
  name: 'getCustomerTransactions',
  kind: 'read',
  reads: 'replica',
  input: listInput(customerPaymentList),
  access: ofCustomers,
  async run({ input, actor, tx, services, meta: { language } }): Promise<BookedPage> {
    const query = queryOf(customerPaymentList, input);
    const reading = { scope: scopeOf(actor), language, services };
    const [page, totals] = [
      await store.findCustomerPayments(tx, reading, query),
      isFiltered(query.filters) ? await store.sumCustomerPayments(tx, query) : null,
    ];
    return { ...page, totals };
  },
});

/** Returns the invoices of the providers that the caller manages, newest first (GAP-103). */
export const getProviderTransactions = operation({
  name: 'getProviderTransactions',
  kind: 'read',
  reads: 'replica',
  input: listInput(providerPaymentList),
  access: ofProviders,
  async run({ input, actor, tx, services, meta: { language } }): Promise<BookedPage> {
    const query = queryOf(providerPaymentList, input);
    const scope = scopeOf(actor);
    const [page, totals] = [
      await store.findProviderPayments(tx, { scope, language, services }, query),
      scope.people !== 'all' || isFiltered(query.filters)
        ? await store.sumProviderPayments(tx, scope, query)
        : null,
    ];
    return { ...page, totals };
  },
});

/**
 * Exports all payments of customers that match, in batches. The audit trail records who exported them, and the
 * filters without the search words, which name people.
 */
export const exportCustomerTransactions = operation({
  name: 'exportCustomerTransactions',
  kind: 'export',
  reads: 'replica',
  input: listInput(customerPaymentList),
  access: ofCustomers,
  async run({ input, actor, rows, services, meta: { language }, auditDetails }) {
    const query = queryOf(customerPaymentList, input);
    const { search, status, invoice_date: on } = query.filters;
    auditDetails({ status, from: on.from, to: on.to, searched: search !== '' });
    // Read after the transaction, at the speed of the download.
    return store.readCustomerPayments(rows, { scope: scopeOf(actor), language, services }, query);
  },
});

/** Exports all invoices of providers that match, in batches, likewise. */
export const exportProviderTransactions = operation({
  name: 'exportProviderTransactions',
  kind: 'export',
  reads: 'replica',
  input: listInput(providerPaymentList),
  access: ofProviders,
  async run({ input, actor, rows, services, meta: { language }, auditDetails }) {
    const query = queryOf(providerPaymentList, input);
    const { search, provider_id, status, invoice_date: on } = query.filters;
    auditDetails({ provider_id, status, from: on.from, to: on.to, searched: search !== '' });
    return store.readProviderPayments(rows, { scope: scopeOf(actor), language, services }, query);
  },
});
