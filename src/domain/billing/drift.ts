import type { InvoiceFacts, SubscriptionFacts } from './provider-facts.ts';

/** How our books can differ from the payment company's. */
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

/** One difference: what our row says, and what the payment company says. `objectId` is its name of the thing. */
export type Drift = { kind: DriftKind; objectId: string; here: string | null; there: string | null };

/** What our row says of a yearly subscription. */
export type SubscriptionHere = {
  state: 'active' | 'past_due' | 'ended';
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
};

/** What our row says of an invoice. Cents. */
export type InvoiceHere = {
  status: 'pending' | 'overdue' | 'paid' | 'refunded';
  amount: number;
  refunded: number;
};

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** How a subscription differs; null for a side that does not have it. One that was never paid is no payment plan, and none is missed. */
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
  // The period of one that is overdue has begun there and is not paid; nothing of an ended one matters.
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

const wasPaid = ({ status }: InvoiceHere) => status === 'paid' || status === 'refunded';

/** How an invoice differs; null for a side that does not have it. First invoices that wait are not in our books. */
export function invoiceDrifts(
  objectId: string,
  here: InvoiceHere | null,
  there: InvoiceFacts | null,
): Drift[] {
  if (there === null)
    return here === null ? [] : [{ kind: 'payment-not-there', objectId, here: here.status, there: null }];
  const expected = there.status === 'paid' || (there.status === 'open' && there.reason === 'renewal');
  if (here === null)
    return expected ? [{ kind: 'payment-not-here', objectId, here: null, there: there.status }] : [];
  if (wasPaid(here) !== (there.status === 'paid') || !expected)
    return [{ kind: 'payment-state', objectId, here: here.status, there: there.status }];
  const drifts: Drift[] = [];
  if (here.amount !== there.total)
    drifts.push({
      kind: 'payment-amount',
      objectId,
      here: String(here.amount),
      there: String(there.total),
    });
  if (here.refunded !== there.refunded)
    drifts.push({
      kind: 'payment-refund',
      objectId,
      here: String(here.refunded),
      there: String(there.refunded),
    });
  return drifts;
}
