import type { Duration } from '../../../domain/billing/providers/billing-terms.ts';
import type { Promotion } from '../../../domain/billing/pricing.ts';
import type {
  InvoiceFacts,
  KeptCard,
  PaymentOutcome,
  SubscriptionFacts,
  TermFacts,
} from '../../../domain/billing/payment-company/provider-facts.ts';
import type { Language } from '../../../domain/i18n/texts.ts';

/** A promotion at the payment company. */
export type FoundPromotion = Promotion & {
  state: 'usable' | 'expired' | 'used-up';
  /** The prices to which it applies; null for all. */
  priceIds: readonly string[] | null;
  /** Whether it applies to renewals too. */
  everyYear: boolean;
};

/** A verified event: it names the object to read again. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** The subscription, invoice, charge or customer that it is about. */
  objectId: string | null;
  customerId: string | null;
  createdAt: Date;
};

/** A page of a list at the payment company; `next` is the cursor, null at the end. */
export type ProviderPage<Row> = { rows: readonly Row[]; next: string | null };

/** Arguments that start a payment. Amounts are never sent: the price ids determine them. */
export type Start = {
  customerId: string;
  attemptId: string;
  initialPriceId: string | null;
  yearlyPriceId: string | null;
  /** `on`: the part of the price that it reduces (PAY-20). */
  promotion: { id: string; on: 'everything' | 'initial-fee' } | null;
};

/** An invoice for a term of a provider. Amounts are Australian cents. */
export type TermInvoice = {
  customerId: string;
  /** Name and e-mail address of the provider, which the payment company gets with each invoice. */
  name: string;
  email: string | null;
  language: Language;
  /** Price of the subscription plan: the line is for its product. */
  priceId: string;
  quantity: number;
  unitPrice: number;
  daysToPay: number;
  /** Lines about the seller at the end of the invoice, which the payment company does not know. */
  footer: string;
  term: TermFacts;
  /** Earliest date of a previous attempt. If set, the invoice of that attempt is looked up before one is created. Null for the first attempt. */
  begunSince: Date | null;
};

/**
 * The payment company. Every call has a timeout and must run outside of transactions. Calls that create something take an
 * idempotency key: with the same key and arguments it is created once, even if a response was lost. All calls throw
 * PaymentProviderError if the payment company does not respond or refuses the call; only its `code` gives the reason.
 */
export type PaymentProvider = {
  /** Public key with which browsers send card numbers to the payment company. */
  readonly publishableKey: string;
  /** Whether this is the stand-in, which moves no money. */
  readonly isStandIn: boolean;

  createCustomer(
    customer: { userId: string; email: string; language: Language },
    key: string,
  ): Promise<string>;
  /** Creates a provider as a customer; its name and address follow with its first invoice. */
  createProvider(providerId: string, key: string): Promise<string>;
  updateCustomerEmail(customerId: string, email: string): Promise<void>;

  /** Finds a promotion by its id or by the code that a person typed, ignoring case (CON-32); null for none. */
  findPromotion(idOrCode: string): Promise<FoundPromotion | null>;

  /** Returns the card for the next payment; null for none. */
  cardOf(customerId: string): Promise<KeptCard | null>;
  /** Finds a card that is new or belongs to this customer; null for none, and for a card of another customer. */
  findCard(paymentMethodId: string, customerId: string | null): Promise<KeptCard | null>;
  /** Replaces the saved card; asks for the bank's confirmation if required. @throws nothing for a refused card */
  saveCard(customerId: string, paymentMethodId: string, key: string): Promise<PaymentOutcome>;
  /** Returns whether the card is saved, after the person confirmed at their bank. */
  saveCardOutcome(clientSecret: string, customerId: string): Promise<PaymentOutcome>;
  removeCards(customerId: string): Promise<void>;

  /**
   * Creates an unpaid subscription, or without a yearly price an unpaid invoice. Charges nothing; if there is nothing to pay, it
   * is paid at once.
   */
  start(
    start: Start,
    key: string,
  ): Promise<{ subscription: SubscriptionFacts | null; invoice: InvoiceFacts }>;
  /** Pays an open invoice with a saved card of the customer, or with a new card from the browser. */
  pay(
    payment: { customerId: string; invoiceId: string; paymentMethodId: string },
    key: string,
  ): Promise<PaymentOutcome>;
  /** Returns the state of an invoice's payment. */
  paymentOutcome(invoiceId: string): Promise<PaymentOutcome>;
  /** Cancels a started payment that is not paid. */
  giveUp(started: { subscriptionId: string | null; invoiceId: string }): Promise<void>;

  /**
   * Makes and finalizes the invoice for a term of a provider: charged to the customer's default card if there is one, otherwise
   * to be paid on the payment company's page by its due date. An earlier try is continued.
   */
  invoiceTerm(invoice: TermInvoice, key: string): Promise<InvoiceFacts>;
  /** Credits a part of an invoice: less is left to pay, or money that was paid goes back. */
  creditInvoice(credit: { invoiceId: string; amount: number }, key: string): Promise<InvoiceFacts>;

  findSubscription(id: string): Promise<SubscriptionFacts | null>;
  findInvoice(id: string): Promise<InvoiceFacts | null>;
  invoiceOfCharge(chargeId: string): Promise<InvoiceFacts | null>;
  subscriptionsOf(customerId: string): Promise<readonly SubscriptionFacts[]>;
  invoicesOf(customerId: string, after: string | null): Promise<ProviderPage<InvoiceFacts>>;
  /** Lists all subscriptions that have not ended, 100 per page. */
  listSubscriptions(after: string | null): Promise<ProviderPage<SubscriptionFacts>>;
  listInvoices(since: Date, after: string | null): Promise<ProviderPage<InvoiceFacts>>;

  setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<SubscriptionFacts>;
  endSubscription(subscriptionId: string): Promise<void>;

  /** Creates a payment page at the payment company and returns its address (stripeCheckout). */
  createCheckout(
    start: Start & { successUrl: string; cancelUrl: string; language: Language },
    key: string,
  ): Promise<{ id: string; url: string }>;
  expireCheckout(sessionId: string): Promise<void>;

  /** Returns the amount of a price in cents; null for an unknown price. */
  priceAmount(priceId: string): Promise<{ amount: number; yearly: boolean } | null>;

  /**
   * Creates the price of a subscription plan, with a product of its name, and returns the price's id. `fee` in cents; it recurs
   * each term, or not for a plan that is paid once.
   */
  createPrice(
    plan: {
      planId: string;
      name: string;
      fee: number;
      recurrence: 'year' | 'never' | null;
      duration: Duration | null;
    },
    key: string,
  ): Promise<string>;

  /** Verifies that a webhook is from the payment company, and returns its event. @throws PaymentProviderError `forged` */
  verifiedEvent(body: Buffer, signature: string, now: Date): PaymentEvent;
};

/** The payment company, and whether it responds. */
export type WatchedPayments = PaymentProvider & {
  /** Whether the last call got no response, within the last minute. */
  isDown(): boolean;
};

/**
 * `unavailable`: no response, so the outcome is unknown. `refused`: our call was invalid. `key-reused`: the same key with another
 * body.
 */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  readonly code: 'unavailable' | 'refused' | 'key-reused' | 'forged';

  constructor(code: PaymentProviderError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the payment company did not respond: further calls will fail too. */
export const isAway = (error: unknown): boolean =>
  error instanceof PaymentProviderError && error.code === 'unavailable';
