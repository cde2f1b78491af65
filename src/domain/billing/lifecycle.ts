import { melbourneDate, type IsoDate } from '../fields.ts';
import { totalOf, type Coupon } from './pricing.ts';
import type { InvoiceFacts, SubscriptionFacts } from './payment-company/provider-facts.ts';

/** Grace period after a failed renewal, in days (GAP-55). */
export const graceDays = 7;

const dayMs = 24 * 60 * 60_000;

/** Returns the end of the grace period after a failed renewal. */
export const graceUntil = (overdueSince: Date): Date => new Date(overdueSince.getTime() + graceDays * dayMs);

/** Row of `subscriptions` that contains a price. Cents. */
export type PricedPlan = { id: string; fee: number; recurrence: 'year' | 'never' };

/** Data of a promotion that is stored with a payment plan. */
export type PlanPromotion = { id: string; code: string; coupon: Coupon; everyYear: boolean };

/** A person's payment plan, by the payment company's last facts. */
export type PlanState = {
  state: 'active' | 'past_due' | 'ended';
  /** Id in `subscriptions`. */
  planId: string;
  /** Subscription at the payment company; null for a plan that is paid once. */
  subscriptionId: string | null;
  /** Invoice of a plan that is paid once; null for a subscription. */
  invoiceId: string | null;
  since: IsoDate;
  /** End of the paid period; null for a plan that is paid once. */
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  overdueSince: Date | null;
  /** Cents. */
  overdueAmount: number | null;
  /** Amount of the next renewal, in cents; null if there is none. */
  nextAmount: number | null;
  promotion: Pick<PlanPromotion, 'code' | 'coupon'> | null;
  /** Time of the request for the facts behind it. */
  readAt: Date;
};

/** Facts about one payment plan, all read after `readAt`. `invoice` is the subscription's latest one. */
export type PlanFacts = {
  plan: PricedPlan;
  promotion: PlanPromotion | null;
  readAt: Date;
} & (
  | { kind: 'yearly'; subscription: SubscriptionFacts; invoice: InvoiceFacts | null }
  | { kind: 'once'; invoice: InvoiceFacts }
);

export type PlanOutcome = {
  plan: PlanState | null;
  /** Subscription that must end at the payment company, because another payment replaces it. */
  endThere: string | null;
  /** Whether the facts are older than the known state, so that they must be read again. */
  stale: boolean;
};

/** Returns the amount of the next renewal, in cents. */
const renewalOf = ({ plan, promotion }: PlanFacts): number =>
  totalOf({ initialFee: 0, yearlyFee: plan.fee }, promotion?.everyYear ? promotion.coupon : null);

function yearlyPlan(facts: PlanFacts & { kind: 'yearly' }): PlanState | null {
  const { subscription, invoice, plan, promotion, readAt } = facts;
  if (subscription.status === 'incomplete') return null;
  // A subscription that ended before its first invoice was paid never was a payment plan.
  if (subscription.status === 'ended' && invoice?.reason === 'first' && invoice.paidAt === null) return null;
  const overdue = subscription.status === 'past_due' ? invoice : null;
  const ended = subscription.status === 'ended';
  return {
    state: subscription.status,
    planId: plan.id,
    subscriptionId: subscription.id,
    invoiceId: null,
    since: melbourneDate(subscription.startedAt),
    // The subscription's period has moved on, and is not paid.
    periodEnd: overdue ? overdue.periodStart : subscription.periodEnd,
    cancelAtPeriodEnd: !ended && subscription.cancelAtPeriodEnd,
    endedAt: ended ? (subscription.endedAt ?? readAt) : null,
    overdueSince: overdue?.createdAt ?? null,
    overdueAmount: overdue?.total ?? null,
    nextAmount: ended || subscription.cancelAtPeriodEnd ? null : renewalOf(facts),
    promotion,
    readAt,
  };
}

/** Whether an invoice was completely refunded. An invoice of zero has nothing to refund. */
const isRefunded = ({ total, refunded }: InvoiceFacts) => total > 0 && refunded >= total;

function plannedOnce({ invoice, plan, promotion, readAt }: PlanFacts & { kind: 'once' }): PlanState | null {
  if (invoice.status !== 'paid') return null;
  const ended = isRefunded(invoice);
  return {
    state: ended ? 'ended' : 'active',
    planId: plan.id,
    subscriptionId: null,
    invoiceId: invoice.id,
    since: melbourneDate(invoice.paidAt ?? invoice.createdAt),
    periodEnd: null,
    cancelAtPeriodEnd: false,
    endedAt: ended ? readAt : null,
    overdueSince: null,
    overdueAmount: null,
    nextAmount: null,
    promotion,
    readAt,
  };
}

const isSame = (one: PlanState, other: PlanState) =>
  one.subscriptionId === other.subscriptionId && one.invoiceId === other.invoiceId;

/** Whether `found` replaces another active plan: a plan that is paid once does, a second subscription never. */
const replaces = (found: PlanState, before: PlanState) =>
  found.subscriptionId === null && before.subscriptionId !== null;

/**
 * Returns a person's payment plan after facts of the payment company. Facts may arrive in any order and repeatedly: facts older
 * than the known state change nothing, and an ended plan stays ended.
 */
export function planAfter(before: PlanState | null, facts: PlanFacts): PlanOutcome {
  const found = facts.kind === 'yearly' ? yearlyPlan(facts) : plannedOnce(facts);
  const kept: PlanOutcome = { plan: before, endThere: null, stale: false };
  if (!found) return kept;
  if (!before) return { ...kept, plan: found };
  if (isSame(before, found)) {
    if (before.state === 'ended') return kept;
    if (found.state === 'ended') return { ...kept, plan: found };
    return found.readAt < before.readAt ? { ...kept, stale: true } : { ...kept, plan: found };
  }
  if (found.state === 'ended') return kept;
  if (found.readAt < before.readAt) return { ...kept, stale: true };
  if (before.state === 'ended') return { ...kept, plan: found };
  if (replaces(found, before)) return { plan: found, endThere: before.subscriptionId, stale: false };
  return { ...kept, endThere: found.subscriptionId };
}

/** States of an invoice in our books, in order: a state may only follow an earlier one, never the reverse. */
export const bookedStates = ['pending', 'overdue', 'paid', 'refunded'] as const;

export type BookedState = (typeof bookedStates)[number];

export type BookedInvoice = { status: BookedState; refunded: number };

/**
 * Returns the state of an invoice in our books after new facts; null if it has none: a first invoice that is not paid yet, or a
 * void one. A state read earlier undoes nothing: a paid invoice stays paid, a refunded one stays refunded.
 */
export function invoiceAfter(
  before: BookedInvoice | null,
  invoice: InvoiceFacts,
  now: Date,
): BookedInvoice | null {
  const refunded = Math.max(before?.refunded ?? 0, invoice.refunded);
  const wasPaid = before?.status === 'paid' || before?.status === 'refunded';
  if (wasPaid || invoice.status === 'paid')
    return { status: isRefunded({ ...invoice, refunded }) ? 'refunded' : 'paid', refunded };
  if (invoice.status !== 'open' || invoice.reason !== 'renewal') return null;
  return { status: now > graceUntil(invoice.createdAt) ? 'overdue' : 'pending', refunded: 0 };
}
