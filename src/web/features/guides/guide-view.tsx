import { useEffect, useId, useRef, useState } from 'react';
import { guideStage, takesConfirmation, type Guide } from '../../../domain/guides.ts';
import { Allowed, StaffLimit, useMay } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { GuideSteps } from './guide-steps.tsx';
import css from './guides.module.css';
import { confirmGuide, undoGuide, type OwnGuides } from './guides-api.ts';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

/** Time after which the buttons return to their initial state, in milliseconds. */
const resetMs = 4000;

type GuideProps = { guide: Guide; own: OwnGuides };

/** One guide: its steps until the person confirms, then the date (HEALTH-05). */
export function GuideView({ guide, own }: GuideProps) {
  const said = useVoicedText();
  const t = useText();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const confirmed = own[guide === 'record' ? 'health_record_confirm_date' : 'donor_confirm_date'];
  const plan = own.acps[0];
  const stage = guideStage(guide, confirmed, plan);
  // The focused button is removed when this changes.
  const standing = `${stage} ${confirmed ?? ''}`;
  const before = useRef(standing);
  useEffect(() => {
    if (before.current === standing) return;
    before.current = standing;
    rescueFocus(() => title.current);
  }, [standing]);
  return (
    <section aria-labelledby={titleId} className={css.guide}>
      <h2 id={titleId} ref={title} tabIndex={-1}>
        {said(`health.${guide}.title`)}
      </h2>
      <p className={css.lead}>{t(`health.${guide}.lead`)}</p>
      {stage === 'draft' && <Notice>{t('health.record.draft')}</Notice>}
      {confirmed !== null && <Confirmed guide={guide} confirmed={confirmed} />}
      {stage === 'changed-since' && <Notice icon="alert">{t('health.record.changedSince')}</Notice>}
      <Steps guide={guide} own={own} done={stage === 'confirmed'} />
      {takesConfirmation(stage) && <Confirm guide={guide} />}
    </section>
  );
}

/** Confirmation with its date, and a button to undo it. */
function Confirmed({ guide, confirmed }: { guide: Guide; confirmed: string }) {
  const t = useText();
  const shortDate = useShortDate();
  const hint = useId();
  const may = useMay('guides.confirm');
  const { run, state, problems } = useAction(() => undoGuide(guide), { resetMs });
  return (
    <div className={css.confirmed}>
      <div role="status" className="said">
        <Icon name="circle-check" />
        <span>{t(`health.${guide}.confirmed`, { date: shortDate(confirmed) })}</span>
      </div>
      <p className="small quiet">{t(`health.${guide}.confirmedNote`)}</p>
      {may ? (
        <>
          <Button variant="text" aria-describedby={hint} state={state} onClick={() => void run()}>
            {t('health.undo')}
          </Button>
          <p id={hint} className="small quiet">
            {t('health.undoBody')}
          </p>
          <ProblemList problems={problems} />
        </>
      ) : (
        <Button variant="text" off>
          {t('health.undo')}
        </Button>
      )}
      {!may && (
        <p className="small quiet">
          <StaffLimit action="guides.confirm" />
        </p>
      )}
    </div>
  );
}

/** The steps: open until they are done, then behind a button. */
function Steps({ guide, own, done }: GuideProps & { done: boolean }) {
  const t = useText();
  const id = useId();
  const [again, setAgain] = useState(false);
  const open = !done || again;
  return (
    <>
      {done && (
        <Button
          variant="two"
          className={css.again}
          aria-expanded={again}
          aria-controls={open ? id : undefined}
          onClick={() => setAgain(!again)}
        >
          {t(again ? 'health.hideSteps' : 'health.stepsAgain')}
        </Button>
      )}
      {open && (
        <div id={id}>
          <GuideSteps guide={guide} own={own} />
        </div>
      )}
    </>
  );
}

/** Asks whether it is done. Only the person can confirm it. */
function Confirm({ guide }: { guide: Guide }) {
  const said = useVoicedText();
  const t = useText();
  const id = useId();
  const { run, state, problems } = useAction(() => confirmGuide(guide), { resetMs });
  return (
    <section className={css.confirm} aria-labelledby={id}>
      <h3 id={id}>{said(`health.${guide}.confirmLead`)}</h3>
      <Allowed to="guides.confirm">
        <ProblemList problems={problems} />
        <Button state={state} onClick={() => void run()}>
          {t(`health.${guide}.confirmButton`)}
        </Button>
      </Allowed>
    </section>
  );
}
