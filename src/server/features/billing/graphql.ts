import { transactionList } from '../../../domain/lists/definitions/billing/transactions.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { confirmCard, stripeAddCard } from './operations/card-operations.ts';
import {
  CardRef,
  CustomerTypeRef,
  PaymentInformationRef,
  PaymentStatus,
  PlanDetailRef,
  StripeAccountsRef,
  StripeCustomerRef,
  StripePromotionResultRef,
} from './graphql-types.ts';
import {
  abandonPayment,
  confirmPayment,
  payOverdue,
  subscribeCustomer,
} from './operations/pay-operations.ts';
import { stripeCheckout } from './operations/checkout-operation.ts';
import {
  getCustomerTypes,
  getPaymentInformation,
  getPlanDetail,
  getStripeCustomer,
  getStripePromotion,
  getTransactions,
  stripeAccounts,
} from './operations/read-operations.ts';
import type { PaymentResult } from './results.ts';
import { cancelSubscription, resumeSubscription } from './operations/stop-operations.ts';
import type { Transaction } from './transactions-store.ts';

const secret = 'For the page of the bank, where the person must confirm there.';
const why = 'The key of a text: why it was declined, or that the outcome is not known.';

const PaymentResultRef = builder.objectRef<PaymentResult>('PaymentResult').implement({
  description: 'How a payment came out. It is the same for each call with the same key.',
  fields: (t) => ({
    status: t.expose('status', { type: PaymentStatus }),
    client_secret: t.exposeString('client_secret', { nullable: true, description: secret }),
    message: t.exposeString('message', { nullable: true, description: why }),
    information: t.field({
      type: PaymentInformationRef,
      description: 'As of now.',
      resolve: (_, __, context) => getPaymentInformation.call(context, {}),
    }),
  }),
});

const AddCardResultRef = builder.objectRef<PaymentResult>('AddCardResult').implement({
  description: 'The result of saving or removing a card: paid means done.',
  fields: (t) => ({
    status: t.expose('status', { type: PaymentStatus }),
    client_secret: t.exposeString('client_secret', { nullable: true, description: secret }),
    message: t.exposeString('message', { nullable: true, description: why }),
    card: t.field({
      type: CardRef,
      nullable: true,
      description: 'The card that is saved now.',
      resolve: async (_, __, context) =>
        (await stripeAccounts.call(context, {})).payment_methods[0]?.card ?? null,
    }),
  }),
});

const CheckoutResultRef = builder.objectRef<{ url: string }>('CheckoutResult').implement({
  fields: (t) => ({ url: t.exposeString('url', { description: "A page of the payment company's own." }) }),
});

const TransactionRef = builder.objectRef<Transaction>('Transaction').implement({
  description: 'A payment (ENT-21). Amounts are Australian cents.',
  fields: (t) => ({
    id: t.exposeID('id'),
    subscription_id: t.exposeID('subscription_id', { nullable: true }),
    description: t.exposeString('description', { description: "What for, in the caller's language." }),
    amount: t.exposeInt('amount', { description: 'After the discount.' }),
    discount: t.exposeInt('discount'),
    refunded: t.exposeInt('refunded'),
    invoice_date: t.expose('invoice_date', { type: 'Date' }),
    payment_date: t.expose('payment_date', { type: 'Date', nullable: true }),
    due_date: t.expose('due_date', { type: 'Date', nullable: true }),
    status: t.exposeString('status', { description: 'paid, pending, refunded or overdue.' }),
    stripe_invoice_pdf: t.exposeString('stripe_invoice_pdf', {
      nullable: true,
      description: 'The address of our own invoice; null while it has no number.',
    }),
    user_id: t.exposeID('user_id', { nullable: true }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    stripe_customer_id: t.exposeString('stripe_customer_id', { nullable: true }),
    stripe_invoice_id: t.exposeString('stripe_invoice_id', { nullable: true }),
    invoice_number: t.exposeString('invoice_number', { nullable: true }),
  }),
});

const TransactionPageRef = pageType('TransactionPage', TransactionRef);

builder.queryFields((t) => ({
  stripeAccounts: t.field({
    type: StripeAccountsRef,
    resolve: (_, __, context) => stripeAccounts.call(context, {}),
  }),
  getStripeCustomer: t.field({
    type: StripeCustomerRef,
    resolve: (_, __, context) => getStripeCustomer.call(context, {}),
  }),
  getPaymentInformation: t.field({
    type: PaymentInformationRef,
    args: { user_id: t.arg.id() },
    resolve: (_, args, context) => getPaymentInformation.call(context, args),
  }),
  getStripePromotion: t.field({
    type: StripePromotionResultRef,
    args: { stripePromotionId: t.arg.string({ required: true, description: 'Its id or its code.' }) },
    resolve: (_, args, context) => getStripePromotion.call(context, args),
  }),
  getTransactions: t.field({
    type: TransactionPageRef,
    description:
      'Payments, newest first: own ones for customers; for staff, what their provider and those below it paid; all for the platform.',
    args: pageArgs(transactionList),
    resolve: (_, args, context) => getTransactions.call(context, args),
  }),
  getCustomerTypes: t.field({
    type: [CustomerTypeRef],
    resolve: (_, __, context) => getCustomerTypes.call(context, {}),
  }),
  getPlanDetail: t.field({
    type: PlanDetailRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getPlanDetail.call(context, args),
  }),
}));

/** Arguments for a payment: only price ids, because amounts are never taken from a browser. */
const orderArgs = () =>
  builder.args((arg) => ({
    initialPriceId: arg.string(),
    yearlyPriceId: arg.string(),
    promotionId: arg.string({ description: 'The id or the code of a promotion.' }),
    idempotency_key: arg.string({ required: true }),
  }));

// Payments.
builder.mutationFields((t) => ({
  subscribeCustomer: t.field({
    type: PaymentResultRef,
    description:
      'Pays for a payment plan (API-11). Goes on with the payment that is open, if it is for the same.',
    args: {
      paymentMethodId: t.arg.string({ description: 'Of a new card. Absent: the saved card.' }),
      ...orderArgs(),
    },
    resolve: (_, args, context) => subscribeCustomer.call(context, args),
  }),
  confirmPayment: t.field({
    type: PaymentResultRef,
    description: 'After the page of the bank: reads how the open payment came out, and charges nothing.',
    resolve: (_, __, context) => confirmPayment.call(context, {}),
  }),
  abandonPayment: t.field({
    type: PaymentInformationRef,
    description: 'Gives the open payment up, unless it is paid by now.',
    resolve: (_, __, context) => abandonPayment.call(context, {}),
  }),
  payOverdue: t.field({
    type: PaymentResultRef,
    description: 'Pays a renewal that failed.',
    args: { paymentMethodId: t.arg.string(), idempotency_key: t.arg.string({ required: true }) },
    resolve: (_, args, context) => payOverdue.call(context, args),
  }),
  stripeCheckout: t.field({
    type: CheckoutResultRef,
    description: "Opens a payment page of the payment company's own.",
    args: orderArgs(),
    resolve: (_, args, context) => stripeCheckout.call(context, args),
  }),
}));

// The card and the payment plan.
builder.mutationFields((t) => ({
  stripeAddCard: t.field({
    type: AddCardResultRef,
    description: 'Saves a card in place of the one before, or removes it (API-21).',
    args: {
      card_token: t.arg.string({ description: 'The id of the payment method that the browser made.' }),
      remove: t.arg.boolean(),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => stripeAddCard.call(context, args),
  }),
  confirmCard: t.field({
    type: AddCardResultRef,
    description: 'After the page of the bank: whether the card is saved now.',
    args: { client_secret: t.arg.string({ required: true }) },
    resolve: (_, args, context) => confirmCard.call(context, args),
  }),
  cancelSubscription: t.field({
    type: PaymentInformationRef,
    description: 'Stops the payment plan at the end of what is paid. A message goes to the help desk.',
    args: { message: t.arg.string() },
    resolve: (_, args, context) => cancelSubscription.call(context, args),
  }),
  resumeSubscription: t.field({
    type: PaymentInformationRef,
    description: 'Takes the stopping back.',
    resolve: (_, __, context) => resumeSubscription.call(context, {}),
  }),
}));
