import { describe, expect, it } from 'vitest';
import { invoiceDrifts, subscriptionDrifts, type InvoiceHere, type SubscriptionHere } from './drift.ts';
import { openInvoice } from './invoice.fixture.ts';
import type { InvoiceFacts, SubscriptionFacts } from './provider-facts.ts';

const end = new Date('2027-10-04T00:00:00Z');
const later = new Date('2028-10-04T00:00:00Z');

describe('a subscription in both books', () => {
  const here: SubscriptionHere = { state: 'active', periodEnd: end, cancelAtPeriodEnd: false };
  const there: SubscriptionFacts = {
    id: 'sub_1',
    customerId: 'cus_1',
    status: 'active',
    priceId: 'price_care',
    startedAt: new Date('2026-10-04T00:00:00Z'),
    periodEnd: end,
    cancelAtPeriodEnd: false,
    endedAt: null,
    attemptId: null,
    latestInvoiceId: 'in_1',
  };
  const drifts = (ours: Partial<SubscriptionHere> | null, theirs: Partial<SubscriptionFacts> | null) =>
    subscriptionDrifts('sub_1', ours && { ...here, ...ours }, theirs && { ...there, ...theirs });
  const drift = (kind: string, one: string | null, other: string | null) => [
    { kind, objectId: 'sub_1', here: one, there: other },
  ];

  it('does not differ if its state is the same', () => {
    for (const state of ['active', 'past_due', 'ended'] as const)
      expect(drifts({ state }, { status: state })).toEqual([]);
  });

  it('is reported as missing there, unless it has ended here', () => {
    expect(drifts({}, null)).toEqual(drift('subscription-not-there', 'active', null));
    expect(drifts({ state: 'ended' }, null)).toEqual([]);
    expect(drifts(null, null)).toEqual([]);
  });

  it('that was never paid is no payment plan, and none is reported as missing', () => {
    expect(drifts({}, { status: 'incomplete' })).toEqual(
      drift('subscription-not-there', 'active', 'incomplete'),
    );
    expect(drifts({ state: 'ended' }, { status: 'incomplete' })).toEqual([]);
    expect(drifts(null, { status: 'incomplete' })).toEqual([]);
  });

  it('is reported as missing here, unless it has ended there', () => {
    expect(drifts(null, {})).toEqual(drift('subscription-not-here', null, 'active'));
    expect(drifts(null, { status: 'past_due' })).toEqual(drift('subscription-not-here', null, 'past_due'));
    expect(drifts(null, { status: 'ended' })).toEqual([]);
  });

  it('differs in its state, and then in nothing else', () => {
    expect(drifts({ periodEnd: later }, { status: 'past_due' })).toEqual(
      drift('subscription-state', 'active', 'past_due'),
    );
    expect(drifts({ state: 'ended' }, { periodEnd: later })).toEqual(
      drift('subscription-state', 'ended', 'active'),
    );
  });

  it('differs in its period and in whether it ends, if it is paid', () => {
    expect(drifts({ periodEnd: new Date(end) }, {})).toEqual([]);
    expect(drifts({ cancelAtPeriodEnd: true }, { periodEnd: later })).toEqual([
      ...drift('subscription-period', end.toISOString(), later.toISOString()),
      ...drift('subscription-stopping', 'true', 'false'),
    ]);
    expect(drifts({ periodEnd: null }, { cancelAtPeriodEnd: true })).toEqual([
      ...drift('subscription-period', null, end.toISOString()),
      ...drift('subscription-stopping', 'false', 'true'),
    ]);
    const other = { periodEnd: later, cancelAtPeriodEnd: true };
    expect(drifts({ state: 'past_due' }, { status: 'past_due', ...other })).toEqual([]);
    expect(drifts({ state: 'ended' }, { status: 'ended', ...other })).toEqual([]);
  });
});

describe('an invoice in both books', () => {
  const here: InvoiceHere = { status: 'paid', amount: 4_900, refunded: 0 };
  const there = openInvoice(end, later, { status: 'paid', paidAt: end });
  const drifts = (ours: Partial<InvoiceHere> | null, theirs: Partial<InvoiceFacts> | null) =>
    invoiceDrifts('in_1', ours && { ...here, ...ours }, theirs && { ...there, ...theirs });
  const drift = (kind: string, one: string | null, other: string | null) => [
    { kind, objectId: 'in_1', here: one, there: other },
  ];

  it('does not differ if it is paid, refunded, or a renewal that waits', () => {
    expect(drifts({}, {})).toEqual([]);
    expect(drifts({ status: 'refunded', refunded: 4_900 }, { refunded: 4_900 })).toEqual([]);
    for (const status of ['pending', 'overdue'] as const)
      expect(drifts({ status }, { status: 'open', reason: 'renewal' })).toEqual([]);
  });

  it('is reported as missing there', () => {
    expect(drifts({ status: 'overdue' }, null)).toEqual(drift('payment-not-there', 'overdue', null));
    expect(drifts(null, null)).toEqual([]);
  });

  it('is reported as missing here if it is paid, or a pending renewal, and not if it was only started or is void', () => {
    expect(drifts(null, {})).toEqual(drift('payment-not-here', null, 'paid'));
    expect(drifts(null, { status: 'open', reason: 'renewal' })).toEqual(
      drift('payment-not-here', null, 'open'),
    );
    for (const reason of ['first', 'once'] as const)
      expect(drifts(null, { status: 'open', reason })).toEqual([]);
    for (const status of ['draft', 'void', 'uncollectible'] as const)
      expect(drifts(null, { status, reason: 'renewal' })).toEqual([]);
  });

  it('differs in its state, and then in nothing else', () => {
    expect(drifts({ status: 'pending', amount: 1 }, {})).toEqual(drift('payment-state', 'pending', 'paid'));
    expect(drifts({}, { status: 'open', reason: 'renewal' })).toEqual(drift('payment-state', 'paid', 'open'));
    expect(drifts({ status: 'refunded' }, { status: 'void' })).toEqual(
      drift('payment-state', 'refunded', 'void'),
    );
    expect(drifts({ status: 'pending' }, { status: 'void', reason: 'renewal' })).toEqual(
      drift('payment-state', 'pending', 'void'),
    );
    expect(drifts({ status: 'pending' }, { status: 'open' })).toEqual(
      drift('payment-state', 'pending', 'open'),
    );
  });

  it('differs in its amount and in the refunded amount', () => {
    expect(drifts({ amount: 4_901, refunded: 100 }, { refunded: 200 })).toEqual([
      ...drift('payment-amount', '4901', '4900'),
      ...drift('payment-refund', '100', '200'),
    ]);
  });
});
