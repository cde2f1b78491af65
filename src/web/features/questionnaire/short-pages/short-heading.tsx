import { useId } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import { onlyNumber } from '../../../../domain/questionnaire/answering/short-pages.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import type { ListedStep } from '../../../plan-view/steps/progress.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { HelpButton, HelpPlace } from '../../assistant/api.ts';
import { AllSteps } from '../page/all-steps.tsx';
import { OnBehalfLine } from '../page/question-frame.tsx';
import css from '../questionnaire.module.css';
import type { ShortPages } from './use-short-pages.ts';
import own from './short-pages.module.css';

type ShortHeadingProps = {
  step: StepId;
  /** Step on the same page. */
  joined: StepId | undefined;
  steps: readonly ListedStep[];
  short: ShortPages;
};

/**
 * Top of a page on a small screen: how many questions of the step are answered, which stays in sight, the title of the page, and
 * the ways to the other steps, to help, and to another pace. The first page of a step also has the sentence about the step.
 */
export function ShortHeading({ step, joined, steps, short }: ShortHeadingProps) {
  const reading = useReading();
  const { t } = reading;
  const countId = useId();
  const title = pageWords(reading, `${step}.title` as PlainTextKey);
  const number = short.page && short.pace === 'one' ? onlyNumber(short.page) : undefined;
  return (
    <>
      <Progress id={countId} step={step} joined={joined} steps={steps} />
      <PageTitle browserTitle={title} describedBy={countId}>
        {pageWords(reading, short.page?.title ?? (`${step}.title` as PlainTextKey))}
        {number !== undefined && <span className="vh"> {t('progress.question', { n: number })}</span>}
      </PageTitle>
      {short.isFirst && (
        <p className={classNames('lead', css.lead)}>{pageWords(reading, `${step}.hint` as PlainTextKey)}</p>
      )}
      <OnBehalfLine signing={false} />
      {short.hasPaces && <PaceChoice short={short} />}
      <div className={own.ways}>
        <nav aria-label={t('progress.allSteps')}>
          <AllSteps steps={steps} current={step} />
        </nav>
        <HelpButton variant="text" />
      </div>
      <HelpPlace of="icon" />
    </>
  );
}

type ProgressProps = Omit<ShortHeadingProps, 'short'> & { id: string };

function Progress({ id, step, joined, steps }: ProgressProps) {
  const reading = useReading();
  const { t } = reading;
  const here = steps.filter(({ id: each }) => each === step || each === joined);
  const [first, next] = here;
  if (!first) return null;
  const place = { n: first.n, total: steps.length, name: pageWords(reading, stepOf(step).name) };
  const answered = here.reduce((sum, each) => sum + each.answered, 0);
  const total = here.reduce((sum, each) => sum + each.total, 0);
  return (
    <div className={own.progress}>
      <p id={id}>
        <span>
          {next ? t('progress.stepsNamed', { ...place, next: next.n }) : t('progress.stepNamed', place)}
        </span>{' '}
        <span className={own.count}>{t('progress.of', { count: answered, total })}</span>
      </p>
      <div
        className="prog"
        role="progressbar"
        aria-label={t('progress.questions')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={answered}
        aria-valuetext={t('progress.answered', { count: answered, total })}
      >
        <i style={{ width: `${total > 0 ? Math.round((answered / total) * 100) : 0}%` }} />
      </div>
    </div>
  );
}

/** "One question at a time", or back to a few. */
function PaceChoice({ short: { pace, setPace } }: { short: ShortPages }) {
  const { t } = useReading();
  const other = pace === 'few' ? 'one' : 'few';
  return (
    <p className={own.pace}>
      <button type="button" onClick={() => setPace(other)}>
        {t(`pace.${other}`)}
      </button>{' '}
      <span className="quiet">{t(`pace.${pace}.here`)}</span>
    </p>
  );
}
