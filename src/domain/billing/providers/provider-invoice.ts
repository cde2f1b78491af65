import { daysAfter, type IsoDate } from '../../fields.ts';
import { beginOfTerm, nextBeginOfTerm, type Duration } from './billing-terms.ts';
import { providerFee, type FeeUnit } from './provider-fee.ts';

/** Days that a provider has to pay an invoice (GAP-107). */
export const daysToPay = 14;

/** Returns the days since the due date of an unpaid invoice; 0 or less if it is not overdue. */
export const daysOverdue = (dueOn: IsoDate, today: IsoDate): number =>
  Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000);

/** Contents of a provider's invoice. `price` is per unit in Australian cents; dates are dates in Melbourne. */
export type BilledProvider = {
  /** Null for a payment plan without a term, which is paid once (D-53). */
  duration: Duration | null;
  price: number;
  unit: FeeUnit | null;
  /** Number of beds or customers; null if none is stored. */
  count: number | null;
  /** The first day of the payment plan. */
  planBegan: IsoDate;
  /** The day from which terms are counted; null before the first invoice of this payment plan. */
  anchor: IsoDate | null;
  /** The day of the next invoice; null before the first invoice, and if none follows. */
  nextOn: IsoDate | null;
};

/** An invoice of one term, from `start` to the day before `next`. Amounts in Australian cents. */
export type ProviderInvoice = {
  anchor: IsoDate;
  start: IsoDate;
  /** The last day of the term; null without a term. */
  end: IsoDate | null;
  /** The day of the invoice after this one; null if none follows. */
  next: IsoDate | null;
  quantity: number;
  unit: FeeUnit | null;
  unitPrice: number;
  amount: number;
  dueOn: IsoDate;
};

/** The begin of the term in which a date is, for a payment plan that had no invoice yet. */
function beginOfCurrentTerm({ duration, planBegan }: BilledProvider, today: IsoDate): IsoDate {
  if (duration === null) return planBegan;
  let begin = planBegan;
  for (let number = 1; beginOfTerm(planBegan, duration, number) <= today; number += 1)
    begin = beginOfTerm(planBegan, duration, number);
  return begin;
}

/** Returns from which day terms are counted, and when the one to bill begins. */
function termToBill(provider: BilledProvider, today: IsoDate): { anchor: IsoDate; start: IsoDate } | null {
  const { planBegan, anchor, nextOn } = provider;
  // Nothing is billed for the time between two payment plans. A plan without a term is billed each time it begins (D-53).
  const isFirst = anchor === null || (nextOn ?? anchor) < planBegan;
  if (!isFirst) return nextOn === null ? null : { anchor, start: nextOn };
  if (nextOn !== null && nextOn > planBegan) return { anchor: nextOn, start: nextOn };
  return { anchor: planBegan, start: beginOfCurrentTerm(provider, today) };
}

/** Returns the first day of the term of the next invoice; null if none follows. It may be past until the next nightly run. */
export function nextInvoiceOn(provider: BilledProvider, today: IsoDate): IsoDate | null {
  const { planBegan } = provider;
  return termToBill(provider, today > planBegan ? today : planBegan)?.start ?? null;
}

/**
 * Returns the invoice that is due for a provider on a date; null if none is. The first invoice of a payment plan is for the term
 * in which the date is, so terms that passed unbilled before are not billed later. Where a term of an earlier payment plan was
 * billed, the new plan is billed after it (`nextOn`). Afterwards each call gives one term, until none is due.
 */
export function dueInvoice(provider: BilledProvider, today: IsoDate): ProviderInvoice | null {
  const { duration, price, unit, count, planBegan } = provider;
  if (planBegan > today) return null;
  const term = termToBill(provider, today);
  if (term === null || term.start > today) return null;
  const { anchor, start } = term;
  const next = duration === null ? null : nextBeginOfTerm(anchor, duration, start);
  const quantity = unit === null ? 1 : Math.max(1, count ?? 0);
  return {
    anchor,
    start,
    end: next === null ? null : daysAfter(next, -1),
    next,
    quantity,
    unit,
    unitPrice: price,
    amount: providerFee(quantity, price),
    dueOn: daysAfter(today, daysToPay),
  };
}
