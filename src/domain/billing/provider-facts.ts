import type { CardBrand } from './card.ts';

// What the payment company says, in our words: the only facts that change what a person pays for.

/** A card that the payment company keeps. `brand` is what it calls it, also where we do not take it. */
export type KeptCard = {
  id: string;
  brand: CardBrand | 'other';
  last4: string;
  exp_month: number;
  exp_year: number;
};

export type SubscriptionStatus =
  /** Made, and its first invoice is not paid. */
  | 'incomplete'
  | 'active'
  /** A renewal is not paid. */
  | 'past_due'
  | 'ended';

/** A yearly subscription at the payment company. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  priceId: string;
  startedAt: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** Of the intent to pay for which it was made; null for one that was made elsewhere. */
  attemptId: string | null;
  latestInvoiceId: string | null;
};

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

/** An invoice at the payment company. Amounts are Australian cents. */
export type InvoiceFacts = {
  id: string;
  customerId: string;
  status: InvoiceStatus;
  subscriptionId: string | null;
  attemptId: string | null;
  /** What it was for: the price of its first line that is not a discount. */
  priceId: string | null;
  total: number;
  discount: number;
  /** Given back, in part or whole. */
  refunded: number;
  createdAt: Date;
  paidAt: Date | null;
  /** When the payment company tries again; null when it does not. */
  nextTryAt: Date | null;
  periodStart: Date;
  periodEnd: Date;
  /** Whether it is the first of its subscription, a renewal of one, or one of its own. */
  reason: 'first' | 'renewal' | 'once';
  pdfUrl: string | null;
  card: { brand: string; last4: string } | null;
};

/** Why a card was refused, as far as a person can do something about it. */
export type DeclineReason = 'declined' | 'insufficient' | 'expired' | 'cvc' | 'bank-check-failed';

/** How a payment of an invoice went. */
export type PaymentOutcome =
  | { kind: 'paid' }
  /** The bank asks the person to confirm: the browser goes on with this secret. */
  | { kind: 'needs-action'; clientSecret: string }
  | { kind: 'processing' }
  /** No card was tried yet, or what was tried has been taken back: no money was taken. */
  | { kind: 'not-tried' }
  | { kind: 'declined'; reason: DeclineReason };
