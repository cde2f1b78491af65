import type { InvoiceFacts, SubscriptionFacts } from './provider-facts.ts';

/** Kinds of differences between our books and the payment company's. */
export type DriftKind =
  | 'subscription-not-here'
  | 'subscription-not-there'
  | 'subscription-state'
  | 'subscription-period'
  | 'subscription-stopping'
  | 'payment-not-here'
  | 'payment-not-there'
  | 'payment-amount'
  | 'payment-state'
  | 'payment-refund';

/** One difference: the value in our row, and the payment company's value. `objectId` is the payment company's id. */
export type Drift = { kind: DriftKind; objectId: string; here: string | null; there: string | null };

/** A yearly subscription in our row. */
export type SubscriptionHere = {
  state: 'active' | 'past_due' | 'ended';
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
};

/** An invoice in our row. Cents. */
export type InvoiceHere = {
  status: 'pending' | 'overdue' | 'paid' | 'refunded';
  amount: number;
  refunded: number;
};

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/**
 * Returns the differences of a subscription; null for a side that does not have it. A subscription that was never paid is no
 * payment plan, and none is reported as missing.
 */
export function subscriptionDrifts(
  objectId: string,
  here: SubscriptionHere | null,
  there: SubscriptionFacts | null,
): Drift[] {
  if (there === null || there.status === 'incomplete')
    return here === null || here.state === 'ended'
      ? []
      : [{ kind: 'subscription-not-there', objectId, here: here.state, there: there?.status ?? null }];
  if (here === null)
    return there.status === 'ended'
      ? []
      : [{ kind: 'subscription-not-here', objectId, here: null, there: there.status }];
  if (here.state !== there.status)
    return [{ kind: 'subscription-state', objectId, here: here.state, there: there.status }];
  // The current period of an overdue subscription is unpaid there; for an ended one, only its status counts.
  if (there.status !== 'active') return [];
  const drifts: Drift[] = [];
  if (here.periodEnd?.getTime() !== there.periodEnd.getTime())
    drifts.push({
      kind: 'subscription-period',
      objectId,
      here: isoOf(here.periodEnd),
      there: isoOf(there.periodEnd),
    });
  if (here.cancelAtPeriodEnd !== there.cancelAtPeriodEnd)
    drifts.push({
      kind: 'subscription-stopping',
      objectId,
      here: String(here.cancelAtPeriodEnd),
      there: String(there.cancelAtPeriodEnd),
    });
  return drifts;
}

/**
 * Returns whether our status of an invoice fits the payment company's. A void invoice of a provider is credited as a whole here;
 * one that is credited before it is paid is paid there, with nothing.
 */
function isAlike(here: InvoiceHere, there: InvoiceFacts): boolean {
  if (there.term === null) return wasPaid(here) === (there.status === 'paid');
  if (there.status === 'void') return here.status === 'refunded';
  return wasPaid(here) === (there.status === 'paid');
}

/** Whether the payment company's invoice must be in our books: also an unpaid renewal, and an unpaid one of a provider. */
const isExpected = ({ status, reason, term }: InvoiceFacts): boolean =>
  status === 'paid' || (status === 'open' && (reason === 'renewal' || term !== null));

const wasPaid = ({ status }: InvoiceHere) => status === 'paid' || status === 'refunded';

/** Returns the differences of an invoice; null for a side that does not have it. Unpaid first invoices are not in our books. */
export function invoiceDrifts(
  objectId: string,
  here: InvoiceHere | null,
  there: InvoiceFacts | null,
): Drift[] {
  if (there === null)
    return here === null ? [] : [{ kind: 'payment-not-there', objectId, here: here.status, there: null }];
  const expected = isExpected(there);
  if (here === null)
    return expected ? [{ kind: 'payment-not-here', objectId, here: null, there: there.status }] : [];
  const canBeHere = expected || (there.term !== null && there.status !== 'draft');
  if (!isAlike(here, there) || !canBeHere)
    return [{ kind: 'payment-state', objectId, here: here.status, there: there.status }];
  const drifts: Drift[] = [];
  if (here.amount !== there.total)
    drifts.push({
      kind: 'payment-amount',
      objectId,
      here: String(here.amount),
      there: String(there.total),
    });
  const refunded = there.term !== null && there.status === 'void' ? there.total : there.refunded;
  if (here.refunded !== refunded)
    drifts.push({
      kind: 'payment-refund',
      objectId,
      here: String(here.refunded),
      there: String(refunded),
    });
  return drifts;
}
