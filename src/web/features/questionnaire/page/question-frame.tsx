import { useEffect, useId, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { bannerOf, pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { telephoneHref } from '../../../../domain/i18n/site.ts';
import { site } from '../../../app/site.ts';
import { useText } from '../../../app/texts.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { StepStem } from '../../../ui/drawings/sprig.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import type { ListedStep } from '../../../plan-view/steps/progress.ts';
import { AllSteps } from './all-steps.tsx';
import css from '../questionnaire.module.css';
import { StepList } from './step-list.tsx';

type FrameProps = {
  steps: readonly ListedStep[];
  current?: StepId;
  /** Two halves of a page instead of questions and rail. */
  pair?: boolean;
  /** The page shows its progress itself on a small screen. */
  short?: boolean;
  rail?: ReactNode;
  children: ReactNode;
};

/**
 * Frame of every page of the questionnaire: the list of steps in place of the side menu, the page in `main`, and the rail. On
 * small screens the progress stem with "All steps" is above the page.
 */
export function QuestionFrame({ steps, current, pair, short, rail, children }: FrameProps) {
  useFocusOnTitle(current);
  return (
    <>
      {!short && <SmallProgress steps={steps} current={current} />}
      <div className={classNames('qframe', pair && 'pair')}>
        <div className="qside">
          <StepList steps={steps} current={current} />
        </div>
        <main className={classNames('qmain', css.main)} id="main" tabIndex={-1}>
          {children}
          <NeedHelp />
        </main>
        {rail && <aside className={classNames('qrail', css.rail)}>{rail}</aside>}
      </div>
    </>
  );
}

let shown: StepId | 'page' | undefined;

/** Moves focus to the title of the new page when the person goes from one page of the questionnaire to another. */
function useFocusOnTitle(current: StepId | undefined): void {
  useEffect(() => {
    const page = current ?? 'page';
    if (shown !== undefined && shown !== page)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
    shown = page;
  }, [current]);
}

function SmallProgress({ steps, current }: { steps: readonly ListedStep[]; current: StepId | undefined }) {
  const t = useText();
  const here = steps.find(({ id }) => id === current);
  const done = steps.filter(({ status }) => status === 'done').length;
  return (
    <nav className="mstep" aria-label={t('progress.allSteps')}>
      <div>
        <p>
          {here
            ? t('progress.step', { n: here.n, total: steps.length })
            : t('progress.stepsDone', { count: done, total: steps.length })}
          {here && here.total > 0 && (
            <small>{t('progress.answered', { count: here.answered, total: here.total })}</small>
          )}
        </p>
        <AllSteps steps={steps} current={current} />
      </div>
      <StepStem
        steps={steps.map(({ id, status }) => ({ id, done: status === 'done' && id !== current }))}
        current={current}
      />
    </nav>
  );
}

type HeadingProps = {
  step: StepId;
  steps: readonly ListedStep[];
  title: PlainTextKey;
  lead: PlainTextKey;
};

/** Number of the step, its title, and one sentence. */
export function StepHeading({ step, steps, title, lead }: HeadingProps) {
  const reading = useReading();
  const { t } = reading;
  const here = steps.find(({ id }) => id === step);
  const numberId = useId();
  return (
    <>
      {here && (
        <p className={classNames('stepno', css.stepno)} id={numberId}>
          {t('progress.step', { n: here.n, total: steps.length })}
        </p>
      )}
      <PageTitle describedBy={here && numberId}>{pageWords(reading, title)}</PageTitle>
      <p className={classNames('lead', css.lead)}>{pageWords(reading, lead)}</p>
      <OnBehalfLine signing={step === 'step9'} />
    </>
  );
}

/** For a writer on behalf of another person: who "I" and "you" are. In the step where they sign, this means the writer. */
export function OnBehalfLine({ signing }: { signing: boolean }) {
  const reading = useReading();
  if (reading.voice.kind === 'self') return null;
  return (
    <p className={css.onBehalf}>
      <Icon name="writing" />
      <span>
        <b>{bannerOf(reading)}</b> {!signing && inVoice(reading, 'onBehalf.reading')}
      </span>
    </p>
  );
}

/** Contact details of the help line, on every page. */
function NeedHelp() {
  const t = useText();
  return (
    <p className={css.help}>
      <Icon name="phone" small />
      <span>
        <a href={telephoneHref(site.helpPhone)}>{t('common.helpPhoneLine')}</a>{' '}
        <span className="quiet">{t('common.helpHours')}</span>
      </span>
    </p>
  );
}
