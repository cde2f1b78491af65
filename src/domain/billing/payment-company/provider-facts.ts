import type { IsoDate } from '../../fields.ts';
import type { CardBrand } from '../cards/card.ts';
import type { FeeUnit } from '../providers/provider-fee.ts';

// Facts of the payment company, in our terms: only these change a person's payment plan.

/** A card stored at the payment company. `brand` is its name there, also for brands that we do not accept. */
export type KeptCard = {
  id: string;
  brand: CardBrand | 'other';
  last4: string;
  exp_month: number;
  exp_year: number;
};

export type SubscriptionStatus =
  /** Created, with its first invoice unpaid. */
  | 'incomplete'
  | 'active'
  /** A renewal is unpaid. */
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
  /** The payment intent that created it; null if it was created elsewhere. */
  attemptId: string | null;
  latestInvoiceId: string | null;
};

/** The term of a provider that an invoice is for, as we wrote it on the invoice. */
export type TermFacts = {
  /** Our row of the invoice. */
  transactionId: string;
  providerId: string;
  planId: string;
  planName: string;
  start: IsoDate;
  /** The last day; null without a term. */
  end: IsoDate | null;
  unit: FeeUnit | null;
};

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

/** An invoice at the payment company. Amounts are Australian cents. */
export type InvoiceFacts = {
  id: string;
  customerId: string;
  status: InvoiceStatus;
  subscriptionId: string | null;
  attemptId: string | null;
  /** Price of the first line that is not a discount. */
  priceId: string | null;
  total: number;
  discount: number;
  /** Amount that went back or was credited, partial or complete. */
  refunded: number;
  createdAt: Date;
  paidAt: Date | null;
  /** Time of the payment company's next try; null if there is none. */
  nextTryAt: Date | null;
  periodStart: Date;
  periodEnd: Date;
  /** Whether it is the first invoice of its subscription, a renewal, or independent. */
  reason: 'first' | 'renewal' | 'once';
  pdfUrl: string | null;
  /** The payment company's own number; null for a draft. */
  number: string | null;
  /** The payment company's page of the invoice, which takes its payment. */
  hostedUrl: string | null;
  /** Whether it is open and its last charge to a card was refused. */
  chargeFailed: boolean;
  /** The last charge, if it was refused and the invoice is an open one for a term of a provider; null otherwise. */
  refusedCharge: RefusedCharge | null;
  /** Null for an invoice that is charged to a card. */
  dueAt: Date | null;
  /** Number and price of one of its first line. */
  quantity: number;
  unitPrice: number;
  /** Null for an invoice that is not for a term of a provider. */
  term: TermFacts | null;
  card: { brand: string; last4: string } | null;
};

/**
 * Reasons for refusing a card, as far as a person can act on them. `limit`: above a limit of the card. `not-allowed`: the card is not
 * for payments of this kind. `try-later`: the bank could not be asked. `declined`: the bank gives no reason, or one that it
 * does not show.
 */
export const declineReasons = [
  'declined',
  'insufficient',
  'expired',
  'cvc',
  'bank-check-failed',
  'limit',
  'not-allowed',
  'try-later',
] as const;

export type DeclineReason = (typeof declineReasons)[number];

/** A charge that the bank of the card refused. */
export type RefusedCharge = {
  /** The payment company's id of the charge. */
  id: string;
  reason: DeclineReason;
  at: Date;
  /** Null for a card of a brand that we do not accept. */
  card: { brand: CardBrand; last4: string } | null;
};

/** Outcome of paying an invoice. */
export type PaymentOutcome =
  | { kind: 'paid' }
  /** The bank requires the person's confirmation: the browser continues with this secret. */
  | { kind: 'needs-action'; clientSecret: string }
  | { kind: 'processing' }
  /** No card was tried yet, or the try was undone: no money was taken. */
  | { kind: 'not-tried' }
  | { kind: 'declined'; reason: DeclineReason };
