import { dollars } from '../../../domain/billing/money.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import type { CurrentPlan } from './billing-api.ts';

/** What a payment plan is called; one's own price keeps the name that the administration gave it. */
export const planLabel = (t: Translate, { plan, label }: Pick<CurrentPlan, 'plan' | 'label'>): string =>
  plan === null ? label : t(`checkout.plan.${plan}.label`);

/** What a promotion takes off, in words. */
export function discountWords(
  t: Translate,
  { amount_off, percent_off }: NonNullable<CurrentPlan['promotion']>,
): string {
  if (amount_off !== null) return t('billing.promo.amountOff', { amount: dollars(amount_off) });
  return t('billing.promo.percentOff', { percent: percent_off ?? 0 });
}
