import { melbourneTime } from '../../../../domain/fields.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { AnchorButton } from '../../../ui/buttons/link-button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { handoverPdfPath, markBack, markLookedAgain, useHospital, type Hospital } from './hospital-api.ts';
import css from './hospital.module.css';
import { SummaryFiles } from './summary-files.tsx';

type HospitalNoticeProps = { customer: { id: string; name: string } };

/**
 * Notice that the customer is in hospital, with the receiver of the plan and a button to end the stay; afterwards that the plan is due
 * for review (N-14). Renders nothing without a stay.
 */
export function HospitalNotice({ customer }: HospitalNoticeProps) {
  const { data: hospital, retry } = useHospital(customer.id);
  if (!hospital?.state || hospital.since === null) return null;
  const shared = { customer, hospital, since: hospital.since, onStale: retry };
  return (
    <div className={css.notice}>
      <Notice>{hospital.state === 'in' ? <InHospital {...shared} /> : <Back {...shared} />}</Notice>
    </div>
  );
}

type StayProps = HospitalNoticeProps & { hospital: Hospital; since: string; onStale: () => void };

function InHospital({ customer, hospital, since, onStale }: StayProps) {
  const t = useText();
  const shortDate = useShortDate();
  const { handed_at } = hospital;
  return (
    <>
      <p>
        <b>{t('hospital.in', { date: shortDate(since), time: melbourneTime(new Date(since)) })}</b>
      </p>
      {handed_at !== null && (
        <p>
          <OwnWords>
            {t('hospital.handed', {
              receiver: receiverOf(hospital, t),
              date: shortDate(handed_at),
              time: melbourneTime(new Date(handed_at)),
              actor: hospital.by ?? t('hospital.opening.someone'),
            })}
          </OwnWords>
        </p>
      )}
      <StayButton work={() => markBack(customer.id)} onStale={onStale} label={t('hospital.back.button')}>
        <AnchorButton variant="two" href={handoverPdfPath(customer.id)} target="_blank" rel="noopener">
          {t('hospital.pdf')}
          <span className="vh"> {t('common.newTab')}</span>
        </AnchorButton>
      </StayButton>
      <SummaryFiles userId={customer.id} />
    </>
  );
}

function Back({ customer, since, onStale }: StayProps) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <>
      <p>
        <b>{t('hospital.back.title', { date: shortDate(since) })}</b>
      </p>
      <p>
        <OwnWords>{t('hospital.back.lead', { customer: customer.name })}</OwnWords>
      </p>
      <StayButton
        work={() => markLookedAgain(customer.id)}
        onStale={onStale}
        label={t('hospital.looked.button')}
      />
    </>
  );
}

type StayButtonProps = {
  work: () => Promise<unknown>;
  label: string;
  onStale: () => void;
  children?: React.ReactNode;
};

function StayButton({ work, label, onStale, children }: StayButtonProps) {
  const { run, state, problems } = useAction(work, {
    resetMs: adminResetMs.save,
    texts: { conflict: 'hospital.conflict' },
    fallback: 'customers.action.failed',
    onDone: onStale,
    onFailed: onStale,
  });
  return (
    <>
      <div className={css.buttons}>
        <Button
          variant="two"
          state={state}
          words={{
            pending: 'hospital.back.pending',
            complete: 'common.saved',
            error: 'customers.action.failed',
          }}
          onClick={() => void run()}
        >
          {label}
        </Button>
        {children}
      </div>
      <ProblemList problems={problems} />
    </>
  );
}

/** Returns the words for who took the plan. */
const receiverOf = ({ receiver, receiver_other }: Hospital, t: Translate): string =>
  receiver_other ?? t(`hospital.to.${receiver ?? 'other'}`);
