import { dollars } from '../../../domain/billing/money.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { useShortDate } from '../../app/dates.ts';
import type { CurrentPlan, PaymentInformation } from './billing-api.ts';
import { uncoveredPayment } from './checkout-kind.ts';

/** Returns the name of a payment plan; a person's own price keeps the name from the administration. */
export const planLabel = (t: Translate, { plan, label }: Pick<CurrentPlan, 'plan' | 'label'>): string =>
  plan === null ? label : t(`checkout.plan.${plan}.label`);

/** Returns the discount of a promotion in words. */
export function discountWords(
  t: Translate,
  { amount_off, percent_off }: NonNullable<CurrentPlan['promotion']>,
): string {
  if (amount_off !== null) return t('billing.promo.amountOff', { amount: dollars(amount_off) });
  return t('billing.promo.percentOff', { percent: percent_off ?? 0 });
}

/** Returns the values for the text about a payment without a saved card; null if none is due. */
export function useUncoveredWords(
  information: Pick<PaymentInformation, 'current' | 'card'>,
): { amount: string; date: string } | null {
  const shortDate = useShortDate();
  const uncovered = uncoveredPayment(information);
  return uncovered && { amount: dollars(uncovered.amount, { exact: true }), date: shortDate(uncovered.date) };
}
