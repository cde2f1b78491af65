import { useState } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { isTrialOver, trialDaysLeft } from '../../../../domain/billing/trial.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { StaffLimit, useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { resumePlan, type CurrentPlan, type PaymentInformation } from '../billing-api.ts';
import shared from '../billing.module.css';
import css from './page.module.css';
import { isPaid } from '../checkout-kind.ts';
import { discountWords, planLabel } from '../plan-words.ts';
import { CancelDialog } from './cancel-dialog.tsx';

type PlanPanelProps = {
  information: PaymentInformation;
  /** Opens the dialog to choose or change a payment plan. */
  onChoose: (reason: 'choose' | 'change') => void;
};

/** The payment plan, with actions to choose, change and cancel it. */
export function PlanPanel({ information, onChoose }: PlanPanelProps) {
  const t = useText();
  const may = useMay('billing.pay');
  const { current } = information;
  return (
    <Card title={t('billing.plan.title')}>
      {current && isPaid(information) ? <Present current={current} /> : <Nothing information={information} />}
      {!may ? (
        <p>
          <StaffLimit action="billing.pay" />
        </p>
      ) : current && isPaid(information) ? (
        <Ways information={information} current={current} onChange={() => onChoose('change')} />
      ) : (
        !information.disabled && (
          <div className={shared.ways}>
            <Button aria-haspopup="dialog" onClick={() => onChoose('choose')}>
              {t('billing.plan.choose')}
            </Button>
          </div>
        )
      )}
      {information.disabled && <p>{t('checkout.disabled.title')}</p>}
    </Card>
  );
}

function Nothing({
  information: { current, trial_end_date: trialEnd },
}: Pick<PlanPanelProps, 'information'>) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <>
      <p>{t('billing.plan.none')}</p>
      {current?.ended_on && <p>{t('billing.plan.ended', { date: shortDate(current.ended_on) })}</p>}
      {trialEnd !== null && <p>{trialWords(trialEnd, t)}</p>}
    </>
  );
}

/** Returns the text about the days left of the free trial, or that it is over (TRANS-02, TRANS-03). */
function trialWords(end: string, t: ReturnType<typeof useText>): string {
  const today = melbourneDate(new Date());
  if (isTrialOver(end, today)) return t('billing.plan.trialOver');
  return t('billing.plan.trial', { count: trialDaysLeft(end, today) });
}

function Present({ current }: { current: CurrentPlan }) {
  const t = useText();
  const shortDate = useShortDate();
  const { fee, recurrence, since, state, ends_on, next_billing_date: next } = current;
  const yearly = recurrence === 'year';
  const says = { label: planLabel(t, current), date: shortDate(since) };
  return (
    <>
      <p className={css.big}>
        {dollars(fee)} <small>{t(yearly ? 'billing.plan.eachYear' : 'billing.plan.once')}</small>
      </p>
      {state === 'ending' && ends_on !== null ? (
        <p>{t('billing.plan.endsOn', { date: shortDate(ends_on) })}</p>
      ) : (
        <p>{t(yearly && next !== null ? 'billing.plan.renews' : 'billing.plan.keeps', says)}</p>
      )}
      {current.promotion_code !== null && current.promotion && (
        <p>
          {t('billing.plan.promoLine', {
            code: current.promotion_code,
            discount: discountWords(t, current.promotion),
          })}
        </p>
      )}
    </>
  );
}

const resumeWords: StateWords = {
  pending: 'billing.resume.pending',
  complete: 'billing.resume.complete',
  error: 'billing.resume.error',
};

/** Time after which the resume button returns to its initial state, in milliseconds. */
const resumeResetMs = 2_000;

type WaysProps = { information: PaymentInformation; current: CurrentPlan; onChange: () => void };

function Ways({ information, current, onChange }: WaysProps) {
  const t = useText();
  const shortDate = useShortDate();
  const [stopping, setStopping] = useState(false);
  const resume = useAction(resumePlan, {
    resetMs: resumeResetMs,
    fallback: 'error.payment.providerDown',
    onDone(after) {
      const next = after?.next_billing_date;
      if (next) showSnackbar(t('billing.resume.done', { date: shortDate(next) }));
    },
  });
  // A plan that is paid once cannot be changed or cancelled.
  if (current.recurrence !== 'year') return null;
  const mayChange = current.plan === 'care' && current.state !== 'past_due' && !information.disabled;
  return (
    <>
      <ProblemList problems={resume.problems} className={shared.problems} />
      <div className={shared.ways}>
        {current.state === 'ending' && (
          <Button variant="two" words={resumeWords} state={resume.state} onClick={() => void resume.run()}>
            {t('billing.cancel.takeBack')}
          </Button>
        )}
        {mayChange && (
          <Button variant="two" aria-haspopup="dialog" onClick={onChange}>
            {t('billing.plan.change')}
          </Button>
        )}
        {current.state !== 'ending' && (
          <Button variant="text" aria-haspopup="dialog" onClick={() => setStopping(true)}>
            {t('billing.cancel.open')}
          </Button>
        )}
      </div>
      {stopping && <CancelDialog current={current} onClose={() => setStopping(false)} />}
    </>
  );
}
