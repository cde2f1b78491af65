import { melbourneDate, type IsoDate } from '../fields.ts';
import { totalOf, type Coupon } from './pricing.ts';
import type { InvoiceFacts, SubscriptionFacts } from './provider-facts.ts';

/** Days after a failed renewal in which nothing stops (GAP-55). */
export const graceDays = 7;

const dayMs = 24 * 60 * 60_000;

/** When the grace after a failed renewal is over. */
export const graceUntil = (overdueSince: Date): Date => new Date(overdueSince.getTime() + graceDays * dayMs);

/** Row of `subscriptions` that contains a price. Cents. */
export type PricedPlan = { id: string; fee: number; recurrence: 'year' | 'never' };

/** What of a promotion stays with a payment plan. */
export type PlanPromotion = { id: string; code: string; coupon: Coupon; everyYear: boolean };

/** What a person pays for, as the payment company said last. */
export type PlanState = {
  state: 'active' | 'past_due' | 'ended';
  /** Of the row of `subscriptions`. */
  planId: string;
  /** The subscription at the payment company; null for what is paid once. */
  subscriptionId: string | null;
  /** The invoice of what is paid once; null for a subscription. */
  invoiceId: string | null;
  since: IsoDate;
  /** What was paid lasts until then; null for what is paid once. */
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  overdueSince: Date | null;
  /** Cents. */
  overdueAmount: number | null;
  /** Cents of the next renewal; null where there is none. */
  nextAmount: number | null;
  promotion: Pick<PlanPromotion, 'code' | 'coupon'> | null;
  /** When the facts behind it were asked for. */
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
  /** A subscription that must end at the payment company, since the person pays in another way. */
  endThere: string | null;
  /** The facts are older than what is known: they must be read again. */
  stale: boolean;
};

/** Cents of the next renewal. */
const renewalOf = ({ plan, promotion }: PlanFacts): number =>
  totalOf({ initialFee: 0, yearlyFee: plan.fee }, promotion?.everyYear ? promotion.coupon : null);

function yearlyPlan(facts: PlanFacts & { kind: 'yearly' }): PlanState | null {
  const { subscription, invoice, plan, promotion, readAt } = facts;
  if (subscription.status === 'incomplete') return null;
  // One that ended before its first invoice was paid never was a payment plan.
  if (subscription.status === 'ended' && invoice?.reason === 'first' && invoice.paidAt === null) return null;
  const overdue = subscription.status === 'past_due' ? invoice : null;
  const ended = subscription.status === 'ended';
  return {
    state: subscription.status,
    planId: plan.id,
    subscriptionId: subscription.id,
    invoiceId: null,
    since: melbourneDate(subscription.startedAt),
    // Its period has moved on, and is not paid.
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

/** Whether all of an invoice was given back. One without anything to pay has nothing to give back. */
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

/** Whether `found` takes the place of another live plan: what is paid once does, a second subscription never. */
const replaces = (found: PlanState, before: PlanState) =>
  found.subscriptionId === null && before.subscriptionId !== null;

/**
 * What a person pays for after facts of the payment company. Facts may come in any order and any number of times: facts that were read
 * earlier than what is known change nothing, and what has ended stays ended.
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
