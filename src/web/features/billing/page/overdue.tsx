import { dollars } from '../../../../domain/billing/money.ts';
import { useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import type { CurrentPlan, PaymentInformation } from '../billing-api.ts';
import css from '../billing.module.css';
import { useBank } from '../card/use-bank.tsx';
import { PayArea } from '../paying/pay-area.tsx';
import { payOverdue } from '../paying/paying-api.ts';
import { usePaying } from '../paying/use-paying.ts';

type OverdueProps = { information: PaymentInformation; current: CurrentPlan; onPaid: () => void };

/** An unpaid renewal: the amount, the due date, the grace period, and a form to pay it here. */
export function Overdue({ information, current, onPaid }: OverdueProps) {
  const t = useText();
  const shortDate = useShortDate();
  const may = useMay('billing.pay');
  const bank = useBank(information);
  const { overdue_amount: amount, overdue_since: since, grace_until: until } = current;
  const paying = usePaying(payOverdue, { bank, order: 'overdue', onPaid });
  if (amount === null || since === null) return null;
  return (
    <section className={css.overdue} aria-label={t('billing.status.overdue')}>
      <Notice icon="alert">
        <b>
          {t('billing.plan.overdue', { amount: dollars(amount, { exact: true }), date: shortDate(since) })}
        </b>
        <p>
          {until !== null && t('billing.plan.graceUntil', { date: shortDate(until) })}{' '}
          <HelpLine>{t('billing.plan.overdueHelp')}</HelpLine>
        </p>
      </Notice>
      {may && !information.disabled && (
        <div className={css.sheet}>
          <PayArea information={information} total={amount} paying={paying} />
          {bank.dialog}
        </div>
      )}
    </section>
  );
}
