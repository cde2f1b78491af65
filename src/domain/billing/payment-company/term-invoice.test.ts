import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookedStates, type BookedInvoice } from '../lifecycle.ts';
import { invoiceDrifts } from './drift.ts';
import { openInvoice } from './invoice.fixture.ts';
import type { InvoiceFacts, TermFacts } from './provider-facts.ts';
import { dueOnOf, termInvoiceAfter } from './term-invoice.ts';

const made = new Date('2026-03-01T17:00:00Z');
const term: TermFacts = {
  transactionId: 't',
  providerId: 'p',
  planId: 's',
  planName: 'Beds',
  unit: 'beds',
  start: '2026-03-01',
  end: '2027-02-28',
};
const sent = openInvoice(made, made, {
  ...{ reason: 'once', subscriptionId: null, term, dueAt: new Date('2026-03-15T17:00:00Z') },
});
const facts = (changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({ ...sent, ...changes });
const after = (changes: Partial<InvoiceFacts>, before: BookedInvoice | null = null, today = '2026-03-02') =>
  termInvoiceAfter(before, facts(changes), today);

describe('an invoice of a provider in our books, by the payment company', () => {
  it('is pending until its due date in Melbourne, then overdue [D-48] [TRANS-01]', () => {
    expect(after({}, null, '2026-03-16')).toEqual({ status: 'pending', refunded: 0 });
    expect(after({}, null, '2026-03-17')).toEqual({ status: 'overdue', refunded: 0 });
    expect(after({ status: 'uncollectible' })).toEqual({ status: 'overdue', refunded: 0 });
  });

  it('that is charged to a card has 14 days too [GAP-107]', () => {
    expect(dueOnOf({ dueAt: null, createdAt: made })).toBe('2026-03-16');
  });

  it('is paid, refunded in part or as a whole, and has no state while it is a draft [D-48]', () => {
    expect(after({ status: 'draft' })).toBeNull();
    expect(after({ status: 'paid' })).toEqual({ status: 'paid', refunded: 0 });
    expect(after({ status: 'paid', refunded: 100 })).toEqual({ status: 'paid', refunded: 100 });
    expect(after({ status: 'paid', refunded: 4_900 })).toEqual({ status: 'refunded', refunded: 4_900 });
    expect(after({ status: 'paid', total: 0 })).toEqual({ status: 'paid', refunded: 0 });
    expect(after({ refunded: 100 })).toEqual({ status: 'pending', refunded: 100 });
    expect(after({ status: 'void' })).toEqual({ status: 'refunded', refunded: 4_900 });
  });

  it('never goes back from paid, and no refund is undone, in whatever order facts arrive [fault 15]', () => {
    const changes = fc.record({
      status: fc.constantFrom('open', 'paid', 'uncollectible'),
      refunded: fc.integer({ min: 0, max: 4_900 }),
    });
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 8 }), (readings) => {
        let state: BookedInvoice | null = null;
        for (const reading of readings) {
          const next: BookedInvoice = after(reading, state)!;
          const wasPaid = state !== null && bookedStates.indexOf(state.status) >= 2;
          if (wasPaid) expect(bookedStates.indexOf(next.status)).toBeGreaterThanOrEqual(2);
          expect(next.refunded).toBeGreaterThanOrEqual(state?.refunded ?? 0);
          state = next;
        }
      }),
    );
  });

  it('does not differ from the facts that it follows', () => {
    for (const changes of [
      ...[{}, { status: 'paid' }, { status: 'void' }, { status: 'uncollectible' }, { refunded: 100 }],
      ...[
        { status: 'paid', refunded: 4_900 },
        { status: 'paid', refunded: 7 },
      ],
    ] as const) {
      const there = facts(changes);
      const here = { ...termInvoiceAfter(null, there, '2026-03-02')!, amount: there.total };
      expect([changes, invoiceDrifts('in_1', here, there)]).toEqual([changes, []]);
    }
    expect(invoiceDrifts('in_1', null, facts())).toMatchObject([{ kind: 'payment-not-here' }]);
  });
});
