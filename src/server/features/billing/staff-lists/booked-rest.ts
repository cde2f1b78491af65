import type { FastifyInstance } from 'fastify';
import {
  customerPaymentList,
  providerPaymentList,
} from '../../../../domain/lists/definitions/billing/booked-payments.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { registerListCsv } from '../../../http/lists/list-csv.ts';
import { exportCustomerTransactions, exportProviderTransactions } from './booked-operations.ts';
import type { BookedPayment } from './booked-store.ts';

/** Cents as a number that spreadsheets can sum. */
const money = (cents: number) => (cents / 100).toFixed(2);

const columns = {
  invoice_number: {
    title: 'transactions.col.number',
    cell: ({ invoice_number }: BookedPayment) => invoice_number,
  },
  plan: { title: 'transactions.col.plan', cell: ({ plan }: BookedPayment) => plan },
  quantity: { title: 'transactions.col.quantity', cell: ({ quantity }: BookedPayment) => quantity },
  amount: { title: 'transactions.col.amount', cell: ({ amount }: BookedPayment) => money(amount) },
  refunded: { title: 'transactions.col.refunded', cell: ({ refunded }: BookedPayment) => money(refunded) },
  invoice_date: {
    title: 'transactions.col.invoiceDate',
    cell: ({ invoice_date }: BookedPayment) => invoice_date,
  },
  due_date: { title: 'transactions.col.dueDate', cell: ({ due_date }: BookedPayment) => due_date },
  payment_date: {
    title: 'transactions.col.paymentDate',
    cell: ({ payment_date }: BookedPayment) => payment_date,
  },
  status: {
    title: 'transactions.col.status',
    cell: ({ status }: BookedPayment, t: Translate) => t(`billing.status.${status}`),
  },
} as const;

const payer = ({ payer: name }: BookedPayment) => name;

/** Registers the routes that export the payments of customers and the invoices of providers as files. */
export function registerBookedPaymentRoutes(app: FastifyInstance): void {
  registerListCsv(app, {
    list: customerPaymentList,
    operation: exportCustomerTransactions,
    columns: { ...columns, payer: { title: 'transactions.col.customer', cell: payer } },
  });
  registerListCsv(app, {
    list: providerPaymentList,
    operation: exportProviderTransactions,
    columns: { ...columns, payer: { title: 'transactions.col.provider', cell: payer } },
  });
}
