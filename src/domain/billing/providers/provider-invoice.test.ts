import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter, type IsoDate } from '../../fields.ts';
import { durations } from './billing-terms.ts';
import { dueInvoice, nextInvoiceOn, type BilledProvider, type ProviderInvoice } from './provider-invoice.ts';

const provider = (changes: Partial<BilledProvider> = {}): BilledProvider => ({
  duration: 'monthly',
  price: 4_900,
  unit: 'beds',
  count: 12,
  planBegan: '2026-01-31',
  anchor: null,
  nextOn: null,
  ...changes,
});

/** Bills a provider every day until a date, as the nightly run does. */
function billUntil(start: BilledProvider, from: IsoDate, to: IsoDate): ProviderInvoice[] {
  const invoices: ProviderInvoice[] = [];
  let billed = start;
  for (let today = from; today <= to; today = daysAfter(today, 1))
    for (let invoice = dueInvoice(billed, today); invoice; invoice = dueInvoice(billed, today)) {
      invoices.push(invoice);
      billed = { ...billed, anchor: invoice.anchor, nextOn: invoice.next };
    }
  return invoices;
}

describe('the invoices of a provider', () => {
  it('are for the number of beds times the price, due in 14 days, from the first day of the plan [TRANS-04] [GAP-107]', () => {
    expect(dueInvoice(provider(), '2026-01-30')).toBeNull();
    expect(dueInvoice(provider(), '2026-01-31')).toEqual({
      anchor: '2026-01-31',
      start: '2026-01-31',
      end: '2026-02-27',
      next: '2026-02-28',
      quantity: 12,
      unit: 'beds',
      unitPrice: 4_900,
      amount: 58_800,
      dueOn: '2026-02-14',
    });
  });

  it.each([
    [{ count: 0 }, 1, 4_900],
    [{ count: null }, 1, 4_900],
    [{ unit: null, count: null }, 1, 4_900],
    [{ unit: 'customers', count: 80 }, 80, 392_000],
  ] as const)('count at least one (%j) [TRANS-04]', (changes, quantity, amount) => {
    expect(dueInvoice(provider(changes), '2026-01-31')).toMatchObject({ quantity, amount });
  });

  it('keep the day of the month on which the plan began [D-53]', () => {
    const starts = billUntil(provider(), '2026-01-01', '2026-06-15').map(({ start }) => start);
    expect(starts).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });

  it('of a plan without a term are one [D-53]', () => {
    const invoices = billUntil(provider({ duration: null }), '2026-01-01', '2027-06-15');
    expect(invoices.map(({ start, end, next }) => [start, end, next])).toEqual([['2026-01-31', null, null]]);
  });

  it('of a plan without a term follow when it begins again, and not when its first day is the same or earlier [D-53]', () => {
    const billed = provider({ duration: null, anchor: '2026-01-31', nextOn: null });
    expect(dueInvoice({ ...billed, planBegan: '2026-01-15' }, '2026-05-10')).toBeNull();
    expect(dueInvoice(billed, '2026-05-10')).toBeNull();
    expect(dueInvoice({ ...billed, planBegan: '2026-05-01' }, '2026-05-10')).toMatchObject({
      ...{ start: '2026-05-01', anchor: '2026-05-01', end: null, next: null },
    });
  });

  it('begin with the current term for a plan that was never billed, not with terms that passed', () => {
    expect(dueInvoice(provider(), '2026-05-10')).toMatchObject({ start: '2026-04-30', next: '2026-05-31' });
  });

  it('are caught up after an outage, one for each term', () => {
    const billed = provider({ anchor: '2026-01-31', nextOn: '2026-02-28' });
    expect(billUntil(billed, '2026-05-10', '2026-05-10').map(({ start }) => start)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it('of another plan begin when the billed term of the earlier one is over', () => {
    const changed = provider({ planBegan: '2026-03-10', nextOn: '2026-03-31', price: 6_000 });
    expect(dueInvoice(changed, '2026-03-30')).toBeNull();
    expect(dueInvoice(changed, '2026-03-31')).toMatchObject({ start: '2026-03-31', unitPrice: 6_000 });
  });

  it('leave out the time between two plans', () => {
    const back = { anchor: '2026-01-31', nextOn: '2026-02-28', planBegan: '2026-09-10' };
    expect(dueInvoice(provider(back), '2026-09-12')).toMatchObject({
      start: '2026-09-10',
      anchor: '2026-09-10',
    });
  });

  it('are announced before their day: the first day of the plan, then of each term, and none after a plan without a term', () => {
    expect(nextInvoiceOn(provider(), '2025-12-01')).toBe('2026-01-31');
    const billed = provider({ anchor: '2026-01-31', nextOn: '2026-02-28' });
    expect(nextInvoiceOn(billed, '2026-02-03')).toBe('2026-02-28');
    expect(nextInvoiceOn(provider({ duration: null, anchor: '2026-01-31' }), '2026-02-03')).toBeNull();
  });

  it('cover every day once, whatever the term and the days on which the run happens', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...durations),
        fc.integer({ min: 0, max: 1_500 }).map((days) => daysAfter('2026-01-01', days)),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 30 }),
        (duration, planBegan, waits) => {
          let billed = provider({ duration, planBegan });
          let today = planBegan;
          const invoices: ProviderInvoice[] = [];
          for (const wait of waits) {
            for (let invoice = dueInvoice(billed, today); invoice; invoice = dueInvoice(billed, today)) {
              invoices.push(invoice);
              billed = { ...billed, anchor: invoice.anchor, nextOn: invoice.next };
            }
            today = daysAfter(today, wait);
          }
          expect(invoices[0]!.start).toBe(planBegan);
          for (const [index, { start, end, next }] of invoices.entries()) {
            expect(start <= end!).toBe(true);
            expect(daysAfter(end!, 1)).toBe(next);
            if (index > 0) expect(start).toBe(invoices[index - 1]!.next);
          }
          expect(invoices.at(-1)!.next! > daysAfter(today, -waits.at(-1)!)).toBe(true);
        },
      ),
    );
  });
});
