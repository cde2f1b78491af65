import { fullPrice } from '../../../domain/billing/pricing.ts';
import type { FoundPromotion, OfferedPlan, PaymentInformation } from './billing-api.ts';

/** The kind of checkout that the page shows. */
export type CheckoutKind =
  /** Paying is turned off for all (PAY-18). */
  | 'disabled'
  /** The provider pays. */
  | 'covered'
  /** There is a payment plan (PAY-09). */
  | 'paid'
  /** A price that is none of the payment plans: only the payment area (PAY-10). */
  | 'own-price'
  | 'choose';

type Facts = Pick<PaymentInformation, 'disabled' | 'covered'> & {
  current: { state: NonNullable<PaymentInformation['current']>['state'] } | null;
  ownPrice: { state: string } | null;
};

/** Whether a plan is paid for now, though it may end or wait for a renewal. */
export const isPaid = ({ current }: Pick<Facts, 'current'>): boolean =>
  current !== null && current.state !== 'none' && current.state !== 'ended';

/** The next payment that no card is saved for; null where there is a card, or nothing to pay. */
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

/** The person's own price as something to pay for. */
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

/** Whether a promotion is for this plan. */
export function isFor(
  { priceIds }: Pick<FoundPromotion, 'priceIds'>,
  { initialPriceId, yearlyPriceId }: Pick<OfferedPlan, 'initialPriceId' | 'yearlyPriceId'>,
): boolean {
  return priceIds === null || priceIds.some((id) => id === initialPriceId || id === yearlyPriceId);
}

/** What is charged each year after the first, where the promotion ends with the first payment. */
export const isOnce = ({ yearlyFee }: Pick<OfferedPlan, 'yearlyFee'>): boolean => yearlyFee === null;

/** Cents before a promotion, as a person with this plan pays them. */
export const priceOf = (plan: Pick<OfferedPlan, 'initialFee' | 'yearlyFee'>): number =>
  fullPrice({ initialFee: plan.initialFee, yearlyFee: plan.yearlyFee ?? null });
