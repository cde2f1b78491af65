import type { Promotion } from '../../../domain/billing/pricing.ts';
import type {
  InvoiceFacts,
  KeptCard,
  PaymentOutcome,
  SubscriptionFacts,
} from '../../../domain/billing/provider-facts.ts';
import type { Language } from '../../../domain/i18n/texts.ts';

/** A promotion as the payment company keeps it. */
export type FoundPromotion = Promotion & {
  state: 'usable' | 'expired' | 'used-up';
  /** The prices it is for; null for all. */
  priceIds: readonly string[] | null;
  /** Whether renewals are cheaper too. */
  everyYear: boolean;
};

/** A verified event: what to read again. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** The subscription, invoice, charge or customer that it is about. */
  objectId: string | null;
  customerId: string | null;
  createdAt: Date;
};

/** A page of what the payment company has; `next` is null at the end. */
export type ProviderPage<Row> = { rows: readonly Row[]; next: string | null };

/** What starts an intent to pay. Amounts are never sent: the price ids say them. */
export type Start = {
  customerId: string;
  attemptId: string;
  initialPriceId: string | null;
  yearlyPriceId: string | null;
  /** `on`: the part of the price that it takes from (PAY-20). */
  promotion: { id: string; on: 'everything' | 'initial-fee' } | null;
};

/**
 * The payment company. Every call is bounded in time and outside of transactions. Calls that create something take an idempotency
 * key: the same key with the same arguments does it once, whatever happened to the answer.
 * All throw PaymentProviderError when it does not answer or refuses us; none says why beyond its `code`.
 */
export type PaymentProvider = {
  /** Given to browsers, which send card numbers to the payment company with it. */
  readonly publishableKey: string;
  /** Whether it is the stand-in, with which no money moves. */
  readonly isStandIn: boolean;

  createCustomer(
    customer: { userId: string; email: string; language: Language },
    key: string,
  ): Promise<string>;
  updateCustomerEmail(customerId: string, email: string): Promise<void>;

  /** By its id or by the code that a person typed, in any case of letters (CON-32); null for none. */
  findPromotion(idOrCode: string): Promise<FoundPromotion | null>;

  /** The card for the next payment; null for none. */
  cardOf(customerId: string): Promise<KeptCard | null>;
  /** What a card is that is new, or that this customer keeps; null for none, and for one that another customer keeps. */
  findCard(paymentMethodId: string, customerId: string | null): Promise<KeptCard | null>;
  /** Keeps a card in place of the one before; asks the bank where it must be asked. @throws nothing for a refused card */
  saveCard(customerId: string, paymentMethodId: string, key: string): Promise<PaymentOutcome>;
  /** After the person confirmed at their bank: whether the card is kept now. */
  saveCardOutcome(clientSecret: string, customerId: string): Promise<PaymentOutcome>;
  removeCards(customerId: string): Promise<void>;

  /** A subscription, or without a yearly price an invoice, that waits to be paid. Takes no money unless there is none to take. */
  start(
    start: Start,
    key: string,
  ): Promise<{ subscription: SubscriptionFacts | null; invoice: InvoiceFacts }>;
  /** Pays an open invoice with a card that is kept for the customer or was just made in the browser. */
  pay(
    payment: { customerId: string; invoiceId: string; paymentMethodId: string },
    key: string,
  ): Promise<PaymentOutcome>;
  /** Returns the state of an invoice's payment. */
  paymentOutcome(invoiceId: string): Promise<PaymentOutcome>;
  /** Gives up what was started and is not paid. */
  giveUp(started: { subscriptionId: string | null; invoiceId: string }): Promise<void>;

  findSubscription(id: string): Promise<SubscriptionFacts | null>;
  findInvoice(id: string): Promise<InvoiceFacts | null>;
  invoiceOfCharge(chargeId: string): Promise<InvoiceFacts | null>;
  subscriptionsOf(customerId: string): Promise<readonly SubscriptionFacts[]>;
  invoicesOf(customerId: string, after: string | null): Promise<ProviderPage<InvoiceFacts>>;
  /** All subscriptions that have not ended, 100 a page. */
  listSubscriptions(after: string | null): Promise<ProviderPage<SubscriptionFacts>>;
  listInvoices(since: Date, after: string | null): Promise<ProviderPage<InvoiceFacts>>;

  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<SubscriptionFacts>;
  endSubscription(subscriptionId: string): Promise<void>;

  /** The address of a payment page of the payment company's own (stripeCheckout). */
  createCheckout(
    start: Start & { successUrl: string; cancelUrl: string; language: Language },
    key: string,
  ): Promise<{ id: string; url: string }>;
  expireCheckout(sessionId: string): Promise<void>;

  /** The cents of a price; null for a price that it does not know. */
  priceAmount(priceId: string): Promise<{ amount: number; yearly: boolean } | null>;

  /** Whether a webhook is the payment company's, and what it says. @throws PaymentProviderError `forged` */
  verifiedEvent(body: Buffer, signature: string, now: Date): PaymentEvent;
};

/** The payment company, with whether it answers. */
export type WatchedPayments = PaymentProvider & {
  /** Whether the last call failed for want of an answer, within the last minute. */
  isDown(): boolean;
};

/** `unavailable`: no answer, so the outcome is not known. `refused`: our call was wrong. `key-reused`: the same key with another body. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  readonly code: 'unavailable' | 'refused' | 'key-reused' | 'forged';

  constructor(code: PaymentProviderError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the payment company did not answer: whatever is asked next will not be answered either. */
export const isAway = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'unavailable';
