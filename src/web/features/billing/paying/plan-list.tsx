import { dollars } from '../../../../domain/billing/money.ts';
import { useText } from '../../../app/texts.tsx';
import { RadioCards } from '../../../ui/fields/choices.tsx';
import css from './paying.module.css';
import type { PaymentInformation } from '../billing-api.ts';
import { priceOf } from '../checkout-kind.ts';

type Plan = PaymentInformation['plans'][number];

/** Amounts to pay today, and each year after that, in cents. */
type Due = { now: number; later: number };

export type PlanListProps = {
  plans: readonly Plan[];
  chosen: Plan['id'];
  /** Amounts for the chosen plan with its promotion, in cents: today, and each year after that. */
  due: Due;
  onChoose: (id: Plan['id']) => void;
};

/** Payment plans to choose from: name, price and description (PAY-02, PAY-04). */
export function PlanList({ plans, chosen, due, onChoose }: PlanListProps) {
  const t = useText();
  const choices = plans.map((plan) => {
    const price = priceOf(plan);
    const { now, later } = plan.id === chosen ? due : { now: price, later: price };
    const amount = dollars(price);
    return {
      value: plan.id,
      label: (
        <span className={css.plan}>
          <b>{t(`checkout.plan.${plan.id}.label`)}</b>
          <span className={css.price}>
            {amount} <small>{t(`checkout.plan.${plan.id}.every`)}</small>
          </span>
          <span className={css.detail}>
            {t(now === 0 ? `checkout.plan.${plan.id}.detailFree` : `checkout.plan.${plan.id}.detail`, {
              now: dollars(now),
              amount: dollars(later),
            })}
          </span>
        </span>
      ),
    };
  });
  return (
    <div className={css.plans}>
      <RadioCards
        label={t('checkout.plans.title')}
        name="payment-plan"
        choices={choices}
        value={chosen}
        onChange={(value) => {
          const plan = plans.find(({ id }) => id === value);
          if (plan) onChoose(plan.id);
        }}
      />
    </div>
  );
}
