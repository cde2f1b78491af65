import { declineReasons } from '../../../../domain/billing/payment-company/provider-facts.ts';
import {
  customerPaymentList,
  providerPaymentList,
} from '../../../../domain/lists/definitions/billing/booked-payments.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { getCustomerTransactions, getProviderTransactions, type BookedPage } from './booked-operations.ts';
import type { BookedPayment, BookedTotals } from './booked-store.ts';

const BookedPaymentRef = builder.objectRef<BookedPayment>('BookedPayment').implement({
  description: 'A payment in the lists of staff (ENT-21). Amounts are Australian cents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    invoice_number: t.exposeString('invoice_number', { nullable: true }),
    user_id: t.exposeID('user_id', { nullable: true }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    payer: t.exposeString('payer', { nullable: true, description: 'Null for a deleted customer.' }),
    plan: t.exposeString('plan', { description: 'Name of the payment plan.' }),
    quantity: t.exposeInt('quantity', { nullable: true, description: 'Beds or customers of a provider.' }),
    amount: t.exposeInt('amount'),
    refunded: t.exposeInt('refunded'),
    status: t.exposeString('status', { description: 'paid, pending, refunded or overdue.' }),
    invoice_date: t.expose('invoice_date', { type: 'Date' }),
    due_date: t.expose('due_date', { type: 'Date', nullable: true }),
    payment_date: t.expose('payment_date', { type: 'Date', nullable: true }),
    pdf: t.exposeString('pdf', { nullable: true, description: 'The address of the invoice.' }),
    hosted_url: t.exposeString('hosted_url', {
      nullable: true,
      description: 'Page of the payment company that shows the invoice and takes its payment.',
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: `Why the last charge to the card of a provider was refused: ${declineReasons.join(', ')}.`,
    }),
    of_payment_company: t.exposeBoolean('of_payment_company', {
      description: 'Its state comes from the payment company and is not changed by hand.',
    }),
  }),
});

const BookedTotalsRef = builder.objectRef<BookedTotals>('BookedTotals').implement({
  description: 'Number and sum of all payments that match, in cents, without what was refunded.',
  fields: (t) => ({ count: t.exposeInt('count'), amount: t.exposeFloat('amount') }),
});

const BookedPageRef = pageType<BookedPayment, BookedPage>('BookedPaymentPage', BookedPaymentRef, (t) => ({
  totals: t.field({
    type: BookedTotalsRef,
    nullable: true,
    description: 'Null for all payments of the product.',
    resolve: ({ totals }) => totals,
  }),
}));

builder.queryFields((t) => ({
  getCustomerTransactions: t.field({
    type: BookedPageRef,
    description: 'Payments of customers, for the platform.',
    args: pageArgs(customerPaymentList),
    resolve: (_, args, context) => getCustomerTransactions.call(context, args),
  }),
  getProviderTransactions: t.field({
    type: BookedPageRef,
    description: 'Invoices of the providers that the caller manages.',
    args: pageArgs(providerPaymentList),
    resolve: (_, args, context) => getProviderTransactions.call(context, args),
  }),
}));
