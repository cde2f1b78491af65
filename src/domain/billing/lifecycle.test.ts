import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openInvoice } from './payment-company/invoice.fixture.ts';
import { invoiceAfter, planAfter, type BookedInvoice, type PlanFacts, type PlanState } from './lifecycle.ts';
import type { InvoiceFacts, SubscriptionFacts } from './payment-company/provider-facts.ts';

const day = 24 * 60 * 60_000;
const begin = Date.UTC(2026, 9, 4);
const at = (days: number) => new Date(begin + days * day);

const care = { id: 'care-row', fee: 4_900, recurrence: 'year' as const };
const lifetime = { id: 'lifetime-row', fee: 29_900, recurrence: 'never' as const };

const invoice = (more: Partial<InvoiceFacts> = {}) => openInvoice(at(0), at(365), more);

const subscription = (more: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  priceId: 'price_care',
  startedAt: at(0),
  periodEnd: at(365),
  cancelAtPeriodEnd: false,
  endedAt: null,
  attemptId: null,
  latestInvoiceId: 'in_1',
  ...more,
});

const paid = { status: 'paid', paidAt: at(0) } as const;

const yearly = (
  readAt: Date,
  of: Partial<SubscriptionFacts> = {},
  latest: Partial<InvoiceFacts> | null = paid,
): PlanFacts => ({
  kind: 'yearly',
  plan: care,
  promotion: null,
  readAt,
  subscription: subscription(of),
  invoice: latest && invoice(latest),
});

const once = (readAt: Date, of: Partial<InvoiceFacts> = paid): PlanFacts => ({
  kind: 'once',
  plan: lifetime,
  promotion: null,
  readAt,
  invoice: invoice({ id: 'in_once', subscriptionId: null, reason: 'once', total: 29_900, ...of }),
});

const renewal = { id: 'in_2', reason: 'renewal', createdAt: at(365), periodStart: at(365) } as const;

/** Life of one subscription as the payment company reports it, one state after the other. */
const life: readonly PlanFacts[] = [
  yearly(at(0), { status: 'incomplete' }, {}),
  yearly(at(1)),
  yearly(at(2), { cancelAtPeriodEnd: true }),
  yearly(at(3)),
  yearly(at(366), { status: 'past_due', periodEnd: at(730), latestInvoiceId: 'in_2' }, renewal),
  yearly(at(368), { periodEnd: at(730) }, { ...renewal, ...paid }),
  yearly(at(731), { status: 'past_due', periodEnd: at(1095) }, { ...renewal, createdAt: at(730) }),
  yearly(at(738), { status: 'ended', endedAt: at(738) }, { ...renewal, status: 'void' }),
];

const after = (facts: readonly PlanFacts[]): PlanState | null =>
  facts.reduce<PlanState | null>((plan, each) => planAfter(plan, each).plan, null);

describe('a payment plan', () => {
  it('begins when the first invoice is paid, and not before [PAY-05, GAP-54]', () => {
    expect(after(life.slice(0, 1))).toBeNull();
    expect(after(life.slice(0, 2))).toMatchObject({
      state: 'active',
      since: '2026-10-04',
      periodEnd: at(365),
      nextAmount: 4_900,
    });
  });

  it('does not exist if it ended before it was ever paid [GAP-54]', () => {
    expect(after([yearly(at(1), { status: 'ended', endedAt: at(1) }, { status: 'void' })])).toBeNull();
  });

  it('has no next payment once it has ended, and ended when the payment company says, or when the end was reported [BILL-01]', () => {
    const ended = { status: 'ended', endedAt: at(8), cancelAtPeriodEnd: true } as const;
    const end = { state: 'ended', endedAt: at(8), nextAmount: null, cancelAtPeriodEnd: false };
    expect(after([yearly(at(9), ended)])).toMatchObject(end);
    expect(after([yearly(at(9), ended, null)])).toMatchObject(end);
    expect(after([yearly(at(9), { ...ended, endedAt: null })])).toMatchObject({ ...end, endedAt: at(9) });
    expect(after([yearly(at(1))])).toMatchObject({ endedAt: null });
  });

  it('is in force when the payment company reports it, even before its first invoice is booked as paid', () => {
    expect(after([yearly(at(1), {}, {})])).toMatchObject({ state: 'active' });
  });

  it('has no next payment after it is cancelled, and has it again after that is undone [BILL-01]', () => {
    expect(after(life.slice(0, 3))).toMatchObject({ cancelAtPeriodEnd: true, nextAmount: null });
    expect(after(life.slice(0, 4))).toMatchObject({ cancelAtPeriodEnd: false, nextAmount: 4_900 });
  });

  it('is overdue from the unpaid renewal, and the paid period lasts until then [GAP-55]', () => {
    expect(after(life.slice(0, 5))).toMatchObject({
      state: 'past_due',
      overdueSince: at(365),
      overdueAmount: 4_900,
      periodEnd: at(365),
    });
    expect(after(life.slice(0, 6))).toMatchObject({
      state: 'active',
      overdueSince: null,
      overdueAmount: null,
      periodEnd: at(730),
    });
  });

  it('is the same for any order and repetition of facts, once the newest arrived [fault 15]', () => {
    const indexes = fc.array(fc.nat(life.length - 1), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(indexes, (order) => {
        const facts = order.map((index) => life[index]!);
        const newest = life[Math.max(...order)]!;
        expect(after([...facts, newest])).toEqual(after([newest]));
        expect(after([...facts, newest, ...facts])).toEqual(after([newest]));
      }),
    );
  });

  it('requires a new read for facts that are older than others [fault 15]', () => {
    const now = after([life[3]!]);
    expect(planAfter(now, life[2]!)).toEqual({ plan: now, endThere: null, stale: true });
    expect(planAfter(now, life[3]!).stale).toBe(false);
    const older = yearly(at(2), { id: 'sub_2' });
    expect(planAfter(now, older)).toEqual({ plan: now, endThere: null, stale: true });
    expect(planAfter(now, once(at(2)))).toEqual({ plan: now, endThere: null, stale: true });
    expect(planAfter(now, once(at(3)))).toMatchObject({ plan: { invoiceId: 'in_once' }, stale: false });
  });

  it('stays ended, whatever is read later [fault 15]', () => {
    const ended = after([life[7]!]);
    expect(planAfter(ended, yearly(at(900)))).toEqual({ plan: ended, endThere: null, stale: false });
    expect(planAfter(ended, life[3]!)).toEqual({ plan: ended, endThere: null, stale: false });
  });

  it('ends when the end is reported, although another state was read later [fault 15]', () => {
    const now = after([yearly(at(740))]);
    expect(planAfter(now, life[7]!)).toMatchObject({ plan: { state: 'ended' }, stale: false });
  });

  it('is not changed by the end of another [fault 14]', () => {
    const now = after([yearly(at(1))]);
    const other = yearly(at(2), { id: 'sub_2', status: 'ended', endedAt: at(2) });
    expect(planAfter(now, other)).toEqual({ plan: now, endThere: null, stale: false });
  });

  it('is replaced by a plan that is paid once, in any order, and its subscription must end [BILL-01]', () => {
    const first = planAfter(after([yearly(at(1))]), once(at(2)));
    expect(first).toMatchObject({
      plan: { subscriptionId: null, state: 'active', cancelAtPeriodEnd: false },
      endThere: 'sub_1',
      stale: false,
    });
    const second = planAfter(after([once(at(2))]), yearly(at(3)));
    expect(second.plan).toEqual(first.plan);
    expect(second.endThere).toBe('sub_1');
  });

  it('never becomes a second subscription: the other one must end [fault 14]', () => {
    const before = after([yearly(at(1))]);
    const other = yearly(at(2), { id: 'sub_2' });
    expect(planAfter(before, other)).toEqual({ plan: before, endThere: 'sub_2', stale: false });
  });

  it('can begin again after it ended [PAY-14]', () => {
    const again = yearly(at(800), { id: 'sub_2', startedAt: at(800), periodEnd: at(1165) });
    expect(after([...life, again])).toMatchObject({ state: 'active', subscriptionId: 'sub_2' });
    expect(after([...life, again, life[7]!])).toMatchObject({ state: 'active', subscriptionId: 'sub_2' });
  });

  it('begins on the day of payment if it is paid once, and not while it waits [BILL-01]', () => {
    expect(after([once(at(1), {})])).toBeNull();
    expect(after([once(at(5), { status: 'paid', paidAt: at(3) })])).toMatchObject({ since: '2026-10-07' });
    expect(after([once(at(5), { status: 'paid' })])).toMatchObject({ since: '2026-10-04' });
  });

  it('lasts if it is paid a second time, and can be paid again after a complete refund', () => {
    const second = once(at(3), { ...paid, id: 'in_second' });
    expect(after([once(at(1)), second])).toMatchObject({ invoiceId: 'in_once' });
    const back = once(at(2), { ...paid, refunded: 29_900 });
    expect(after([once(at(1)), back, second])).toMatchObject({ invoiceId: 'in_second', state: 'active' });
  });

  it('has nothing to refund if it was free, and does not end', () => {
    expect(after([once(at(1), { ...paid, total: 0 })])).toMatchObject({ state: 'active', endedAt: null });
    expect(invoiceAfter(null, invoice({ ...paid, total: 0 }), at(0))).toMatchObject({ status: 'paid' });
  });

  it('ends after a complete refund if it is paid once, and not after a partial one [BILL-01]', () => {
    expect(after([once(at(1), { ...paid, refunded: 10_000 })])).toMatchObject({ state: 'active' });
    expect(after([once(at(1)), once(at(2), { ...paid, refunded: 29_900 })])).toMatchObject({
      state: 'ended',
    });
  });
});

describe('an invoice in our books', () => {
  it('exists if it is paid, or if a renewal is pending, and not if it was only started [GAP-107, TRANS-01]', () => {
    expect(invoiceAfter(null, invoice(), at(0))).toBeNull();
    expect(invoiceAfter(null, invoice(paid), at(0))).toEqual({ status: 'paid', refunded: 0 });
    expect(invoiceAfter(null, invoice(renewal), at(366))).toEqual({ status: 'pending', refunded: 0 });
    expect(invoiceAfter(null, invoice(renewal), at(372))).toMatchObject({ status: 'pending' });
    expect(invoiceAfter(null, invoice(renewal), at(373))).toEqual({ status: 'overdue', refunded: 0 });
    expect(
      invoiceAfter({ status: 'overdue', refunded: 0 }, invoice({ ...renewal, status: 'void' }), at(374)),
    ).toBeNull();
  });

  it('never returns to an earlier state, for any order and repetition of facts [fault 15]', () => {
    const facts = [
      invoice(renewal),
      invoice({ ...renewal, ...paid }),
      invoice({ ...renewal, ...paid, refunded: 900 }),
      invoice({ ...renewal, ...paid, refunded: 4_900 }),
    ];
    const final = [null, 'paid', 'paid', 'refunded'] as const;
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }), (order) => {
        const booked = order.reduce<BookedInvoice | null>(
          (before, index) => invoiceAfter(before, facts[index]!, at(366)),
          null,
        );
        const most = Math.max(...order);
        expect(booked?.status).toBe(final[most] ?? 'pending');
        expect(booked?.refunded).toBe(facts[most]!.refunded);
      }),
    );
  });
});
