import { Link } from '@tanstack/react-router';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import css from './paying.module.css';
import type { PaymentInformation } from '../billing-api.ts';
import { planLabel, useUncoveredWords } from '../plan-words.ts';

/** Summary after payment: the plan, its start, and the next payment (PAY-09). */
export function PaidSummary({ information }: { information: Pick<PaymentInformation, 'current' | 'card'> }) {
  const t = useText();
  const shortDate = useShortDate();
  const uncovered = useUncoveredWords(information);
  const { current } = information;
  if (!current) return null;
  const next = current.next_billing_date;
  return (
    <section className={css.paid} aria-labelledby="paid">
      <h2 id="paid">
        <Icon name="circle-check" />
        {t('checkout.paid.title')}
      </h2>
      <p>{t('checkout.paid.plan', { label: planLabel(t, current), date: shortDate(current.since) })}</p>
      {current.state === 'ending' && current.ends_on !== null ? (
        <p>{t('billing.page.resultEnds', { date: shortDate(current.ends_on) })}</p>
      ) : (
        <p>
          {next === null ? t('checkout.paid.lifetime') : t('checkout.paid.next', { date: shortDate(next) })}
        </p>
      )}
      {uncovered && <p>{t('billing.paid.needsCard', uncovered)}</p>}
      {current.promotion_code !== null && (
        <p>
          {current.promotion_code}: {t('billing.promo.kept')}
        </p>
      )}
      <p>
        <Link to="/account-and-billing">{t('billing.paid.manage')}</Link>
      </p>
    </section>
  );
}
