import { fullPrice } from '../../../domain/billing/pricing.ts';
import type { FoundPromotion, OfferedPlan, PaymentInformation } from './billing-api.ts';

/** The kind of checkout that the page shows. */
export type CheckoutKind =
  /** Payment is turned off for all customers (PAY-18). */
  | 'disabled'
  /** The provider pays. */
  | 'covered'
  /** There is a payment plan (PAY-09). */
  | 'paid'
  /** The person has their own price instead of a payment plan: only the payment area (PAY-10). */
  | 'own-price'
  | 'choose';

type Facts = Pick<PaymentInformation, 'disabled' | 'covered'> & {
  current: { state: NonNullable<PaymentInformation['current']>['state'] } | null;
  ownPrice: { state: string } | null;
};

/** Whether a plan is paid for now, including one that ends or waits for a renewal. */
export const isPaid = ({ current }: Pick<Facts, 'current'>): boolean =>
  current !== null && current.state !== 'none' && current.state !== 'ended';

/** Returns the next payment if no card is saved for it; null if there is a card, or nothing to pay. */
export function uncoveredPayment({
  current,
  card,
}: Pick<PaymentInformation, 'current' | 'card'>): { date: string; amount: number } | null {
  if (current?.state !== 'active' || current.next_billing_date === null || card !== null) return null;
  const amount = current.next_amount ?? current.fee;
  return amount > 0 ? { date: current.next_billing_date, amount } : null;
}

export function checkoutKind(information: Facts): CheckoutKind {
  if (information.covered) return 'covered';
  if (isPaid(information)) return 'paid';
  if (information.disabled) return 'disabled';
  return information.ownPrice ? 'own-price' : 'choose';
}

/** Returns the person's own price as a plan to buy. */
export const ownPriceOf = ({ ownPrice }: Pick<PaymentInformation, 'ownPrice'>): OfferedPlan | undefined =>
  ownPrice === null
    ? undefined
    : {
        id: null,
        label: ownPrice.label,
        initialFee: ownPrice.recurrence === 'year' ? 0 : ownPrice.fee,
        yearlyFee: ownPrice.recurrence === 'year' ? ownPrice.fee : null,
        initialPriceId: ownPrice.initialPriceId,
        yearlyPriceId: ownPrice.yearlyPriceId,
      };

/** Whether a promotion applies to this plan. */
export function isFor(
  { priceIds }: Pick<FoundPromotion, 'priceIds'>,
  { initialPriceId, yearlyPriceId }: Pick<OfferedPlan, 'initialPriceId' | 'yearlyPriceId'>,
): boolean {
  return priceIds === null || priceIds.some((id) => id === initialPriceId || id === yearlyPriceId);
}

/** Whether a plan is paid only once. */
export const isOnce = ({ yearlyFee }: Pick<OfferedPlan, 'yearlyFee'>): boolean => yearlyFee === null;

/** Returns the price of a plan in cents, before a promotion. */
export const priceOf = (plan: Pick<OfferedPlan, 'initialFee' | 'yearlyFee'>): number =>
  fullPrice({ initialFee: plan.initialFee, yearlyFee: plan.yearlyFee ?? null });
