import { choice, days, defineList, reference, text } from '../list.ts';

/** Statuses of payments (TRANS-01). */
export const transactionStatuses = ['paid', 'pending', 'refunded', 'overdue'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

const columns = [
  'invoice_number',
  'payer',
  'plan',
  'quantity',
  'amount',
  'refunded',
  'invoice_date',
  'due_date',
  'payment_date',
  'status',
] as const;

/** Payments of customers, newest first, for the platform's staff (GAP-103). */
export const customerPaymentList = defineList({
  name: 'customer-transactions',
  filters: { search: text, status: choice(transactionStatuses), invoice_date: days },
  defaultSort: { by: 'invoice_date', direction: 'desc' },
  csv: columns,
});

/** Invoices of providers, newest first, for the platform's staff and for managers of providers (GAP-103). */
export const providerPaymentList = defineList({
  name: 'provider-transactions',
  filters: {
    search: text,
    provider_id: reference,
    status: choice(transactionStatuses),
    invoice_date: days,
  },
  defaultSort: { by: 'invoice_date', direction: 'desc' },
  csv: columns,
});
