import {
  customerPaymentList,
  providerPaymentList,
} from '../../../domain/lists/definitions/billing/booked-payments.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';
import type { Found } from '../../lists/reference/reference-props.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const OfCustomers = graphql(`
  query getCustomerTransactions(
    $search: String
    $status: String
    $invoice_date_from: String
    $invoice_date_to: String
    $offset: Int
  ) {
    getCustomerTransactions(
      search: $search
      status: $status
      invoice_date_from: $invoice_date_from
      invoice_date_to: $invoice_date_to
      offset: $offset
    ) {
      count
      count_is_exact
      totals {
        count
        amount
      }
      data {
        id
        invoice_number
        provider_id
        payer
        plan
        quantity
        amount
        refunded
        status
        invoice_date
        due_date
        payment_date
        pdf
        hosted_url
        refusal
        of_payment_company
      }
    }
  }
`);

const OfProviders = graphql(`
  query getProviderTransactions(
    $search: String
    $provider_id: String
    $status: String
    $invoice_date_from: String
    $invoice_date_to: String
    $offset: Int
  ) {
    getProviderTransactions(
      search: $search
      provider_id: $provider_id
      status: $status
      invoice_date_from: $invoice_date_from
      invoice_date_to: $invoice_date_to
      offset: $offset
    ) {
      count
      count_is_exact
      totals {
        count
        amount
      }
      data {
        id
        invoice_number
        provider_id
        payer
        plan
        quantity
        amount
        refunded
        status
        invoice_date
        due_date
        payment_date
        pdf
        hosted_url
        refusal
        of_payment_company
      }
    }
  }
`);

/** A payment in the lists of staff. Amounts in Australian cents. */
export type Payment = ResultOf<typeof OfProviders>['getProviderTransactions']['data'][number];

/** A page of payments with the totals of all that match. */
export type PaymentPage = ResultOf<typeof OfProviders>['getProviderTransactions'];

const names = ['BookedPayment', 'BookedPaymentPage', 'ProviderBilling'];

/** Reads a page of the payments of customers. */
export const useCustomerPayments = (request: ListRequest<typeof customerPaymentList>): Read<PaymentPage> =>
  mapRead(
    useListRead(customerPaymentList, request, OfCustomers, { types: names }),
    ({ getCustomerTransactions }) => getCustomerTransactions,
  );

/** Reads a page of the invoices of the providers that the caller manages. */
export const useProviderPayments = (request: ListRequest<typeof providerPaymentList>): Read<PaymentPage> =>
  mapRead(
    useListRead(providerPaymentList, request, OfProviders, { types: names }),
    ({ getProviderTransactions }) => getProviderTransactions,
  );

const Billing = graphql(`
  query getProviderBilling($id: ID!) {
    getProviderBilling(id: $id) {
      id
      name
      plan_name
      at_company
      unit
      count
      price
      fee
      starts_on
      ends_on
      next_billing_date
      trial_ends
      trial_days_left
      paid_by
      due
      due_on
      overdue
      overdue_since
    }
  }
`);

/** Fee and invoices of a provider. Amounts in Australian cents. */
export type ProviderBilling = ResultOf<typeof Billing>['getProviderBilling'];

/** Reads what a provider pays. */
export const useProviderBilling = (id: string): Read<ProviderBilling> =>
  mapRead(
    useRead(Billing, { id }, { refresh: true, types: names }),
    ({ getProviderBilling }) => getProviderBilling,
  );

const MarkPaid = graphql(`
  mutation markTransactionPaid($id: ID!, $paid_on: String!, $reference: String) {
    markTransactionPaid(id: $id, paid_on: $paid_on, reference: $reference) {
      id
      status
      payment_date
      refunded
    }
  }
`);

/** Records that an invoice was paid by bank transfer. @throws ApiError, `conflict` if it was refunded */
export const markPaid = (id: string, paid: { paid_on: string; reference: string }) =>
  call(MarkPaid, { id, ...paid }, { types: names });

const MarkRefunded = graphql(`
  mutation markTransactionRefunded($id: ID!, $amount: String!, $reason: String!, $refunded: Int!) {
    markTransactionRefunded(id: $id, amount: $amount, reason: $reason, refunded: $refunded) {
      id
      status
      payment_date
      refunded
    }
  }
`);

/** Records a refund. `refunded` in cents is what the page showed before. @throws ApiError, `conflict` if another was recorded */
export const markRefunded = (id: string, refund: { amount: string; reason: string }, refunded: number) =>
  call(MarkRefunded, { id, ...refund, refunded }, { types: names });

const Providers = graphql(`
  query billedProviders($searchQuery: String) {
    getProviderOptionsQuery(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
      }
    }
  }
`);

const ProviderName = graphql(`
  query billedProviderName($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

/** Finds the first twenty providers by words of their names, or the one with an id. @throws ApiError */
export async function findProviders(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) return [(await call(ProviderName, by, { cached: true })).getProvider];
  const { getProviderOptionsQuery } = await call(
    Providers,
    { searchQuery: by.words || null },
    { cached: true },
  );
  return getProviderOptionsQuery.data.map(({ id, name }) => ({ id, name }));
}
