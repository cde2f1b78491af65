import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { useText } from '../../../app/texts.tsx';
import { CurrentLink } from '../../../ui/current-link.tsx';
import { DoneBlossom } from '../../../ui/drawings/sprig.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import { placeLink } from '../../../plan-view/steps/place-link.ts';
import type { ListedStep } from '../../../plan-view/steps/progress.ts';

type StepListProps = { steps: readonly ListedStep[]; current?: StepId | undefined; onLeave?: () => void };

/** List of steps with stem and blossoms. Steps that were reached are links; the others are text. */
export function StepList({ steps, current, onLeave }: StepListProps) {
  const t = useText();
  const done = steps.filter(({ status }) => status === 'done').length;
  return (
    <nav className="steps" aria-label={t('progress.allSteps')}>
      <p>{t('progress.stepsDone', { count: done, total: steps.length })}</p>
      <ol>
        {steps.map((step) => (
          <Entry
            key={step.id}
            step={step}
            total={steps.length}
            here={step.id === current}
            onLeave={onLeave}
          />
        ))}
      </ol>
    </nav>
  );
}

type EntryProps = { step: ListedStep; total: number; here: boolean; onLeave: (() => void) | undefined };

function Entry({ step, total, here, onLeave }: EntryProps) {
  const reading = useReading();
  const { t } = reading;
  const done = step.status === 'done';
  const content = (
    <>
      <span className="node" aria-hidden="true">
        {done && !here ? <DoneBlossom /> : step.n}
      </span>
      <span>
        <span className="vh">{t('progress.step', { n: step.n, total })} </span>
        {pageWords(reading, stepOf(step.id).name)}
        <StepWords step={step} here={here} />
      </span>
    </>
  );
  return (
    <li className={here ? 'now' : done ? 'done' : 'todo'}>
      {step.reached ? (
        <CurrentLink
          {...placeLink({ step: step.id, ...(step.question && { question: step.question }) })}
          search={step.editStep ? { editStep: step.editStep } : {}}
          current={here ? 'step' : undefined}
          onClick={onLeave}
        >
          {content}
        </CurrentLink>
      ) : (
        <span aria-current={here ? 'step' : undefined}>{content}</span>
      )}
    </li>
  );
}

/**
 * Progress of the step: visible where it helps, always in the accessible text. The current step is announced as such, with its
 * number.
 */
function StepWords({ step, here }: { step: ListedStep; here: boolean }) {
  const t = useText();
  const status = t(`progress.status.${step.status}`);
  const counts = step.total > 0 && (here || step.status === 'partly');
  return (
    <>
      {!here && <span className="vh"> {status}</span>}
      {counts && <small>{t('progress.answered', { count: step.answered, total: step.total })}</small>}
      {!counts && !here && step.status === 'skipped' && <small aria-hidden="true">{status}</small>}
    </>
  );
}
