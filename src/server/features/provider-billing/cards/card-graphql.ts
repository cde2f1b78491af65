import { builder } from '../../../graphql/builder.ts';
import { CardRef, PaymentStatus, type PaymentResult } from '../../billing/api.ts';
import {
  confirmProviderCard,
  getProviderPaying,
  removeProviderCard,
  saveProviderCard,
  type ProviderPaying,
} from './card-operations.ts';
import type { UnpaidInvoice } from './card-store.ts';
import { confirmProviderPayment, payProviderInvoice } from './pay-operations.ts';

const UnpaidInvoiceRef = builder.objectRef<UnpaidInvoice>('UnpaidInvoice').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    invoice_number: t.exposeString('invoice_number'),
    amount: t.exposeInt('amount', { description: 'What is left to pay, in Australian cents.' }),
    due_date: t.expose('due_date', { type: 'Date', nullable: true }),
    charge_failed: t.exposeBoolean('charge_failed', {
      description: 'The last charge to a card was refused.',
    }),
  }),
});

const PayingRef = builder.objectRef<ProviderPaying>('ProviderPaying').implement({
  description: 'How a provider pays at the payment company.',
  fields: (t) => ({
    id: t.exposeID('id'),
    charged: t.exposeBoolean('charged', {
      description: 'The invoices of its payment plan are those of the payment company, charged to its card.',
    }),
    card: t.expose('card', { type: CardRef, nullable: true }),
    may_pay: t.exposeBoolean('may_pay', { description: 'The caller may change and use the card.' }),
    disabled: t.exposeBoolean('disabled', { description: 'Payment is off (PAY-18).' }),
    publishable_key: t.exposeString('publishable_key', { nullable: true }),
    stand_in: t.exposeBoolean('stand_in', { description: 'No money moves.' }),
    provider_down: t.exposeBoolean('provider_down', { description: 'The payment company does not answer.' }),
    unpaid: t.expose('unpaid', { type: [UnpaidInvoiceRef], description: 'The oldest first, at most 12.' }),
  }),
});

const PaymentStepRef = builder.objectRef<PaymentResult>('ProviderPaymentStep').implement({
  description: 'The result of saving a card of a provider, or of a payment with it: paid means done.',
  fields: (t) => ({
    status: t.expose('status', { type: PaymentStatus }),
    client_secret: t.exposeString('client_secret', {
      nullable: true,
      description: 'For the page of the bank, where the person must confirm there.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The key of a text: why it was declined, or that the outcome is not known.',
    }),
  }),
});

builder.queryFields((t) => ({
  getProviderPaying: t.field({
    type: PayingRef,
    args: { provider_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderPaying.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  saveProviderCard: t.field({
    type: PaymentStepRef,
    description: 'Saves the card for the invoices of a provider in place of the one before.',
    args: {
      provider_id: t.arg.id({ required: true }),
      card_token: t.arg.string({
        required: true,
        description: 'The id of the payment method that the browser made.',
      }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => saveProviderCard.call(context, args),
  }),
  confirmProviderCard: t.field({
    type: PaymentStepRef,
    description: 'After the page of the bank: whether the card is saved now.',
    args: { provider_id: t.arg.id({ required: true }), client_secret: t.arg.string({ required: true }) },
    resolve: (_, args, context) => confirmProviderCard.call(context, args),
  }),
  removeProviderCard: t.field({
    type: PaymentStepRef,
    args: { provider_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => removeProviderCard.call(context, args),
  }),
  payProviderInvoice: t.field({
    type: PaymentStepRef,
    description: 'Pays an invoice with the saved card.',
    args: { id: t.arg.id({ required: true }), idempotency_key: t.arg.string({ required: true }) },
    resolve: (_, args, context) => payProviderInvoice.call(context, args),
  }),
  confirmProviderPayment: t.field({
    type: PaymentStepRef,
    description: 'After the page of the bank: reads how the payment came out, and charges nothing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => confirmProviderPayment.call(context, args),
  }),
}));
