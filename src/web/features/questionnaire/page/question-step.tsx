import { FormProvider, useWatch, type UseFormReturn } from 'react-hook-form';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { Answers, StepId } from '../../../../domain/questionnaire/answers.ts';
import { maySignAfter, stepProgress } from '../../../../domain/questionnaire/answering/completeness.ts';
import { stepJoinedTo } from '../../../../domain/questionnaire/answering/short-pages.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import { useText } from '../../../app/texts.tsx';
import { FormSummary } from '../../../forms/form.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AssistedForm, Assistant, HelpButton, HelpPlace } from '../../assistant/api.ts';
import {
  JoinedStep,
  PageQuestions,
  Rest,
  StepIntroduction,
  StepQuestions,
} from '../fields/step-questions.tsx';
import { EditBanner } from './edit-banner.tsx';
import { LeaveGuard } from '../../../forms/unsaved/leave-guard.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionFrame, StepHeading } from './question-frame.tsx';
import css from '../questionnaire.module.css';
import { Rail } from './rail.tsx';
import { LockedNotice } from '../../../plan-view/steps/locked-notice.tsx';
import { PlaceMessages, SaveMessages } from '../saving/save-messages.tsx';
import { savingWords, StepButtons } from './step-buttons.tsx';
import type { ListedStep } from '../../../plan-view/steps/progress.ts';
import { answersWith, type StepValues } from '../../../plan-view/steps/step-values.ts';
import { joinedMemory, unsaved } from '../../../plan-view/unsaved/unsaved-answers.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { useClosed } from '../../../plan-view/steps/use-closed.ts';
import { audienceOf, useStepList } from '../../../plan-view/steps/use-step-list.ts';
import { useStepForm, type StepForm } from '../fields/use-step-form.ts';
import type { SaveIntent } from '../saving/save-request.ts';
import { useSaveStep, type StepSaving } from '../saving/use-save-step.ts';
import { ShortButtons } from '../short-pages/short-buttons.tsx';
import { ShortHeading } from '../short-pages/short-heading.tsx';
import { useShortPages, type ShortPages } from '../short-pages/use-short-pages.ts';
import { useBeginAtQuestion } from './use-begin-at-question.ts';
import { useNavigation } from './use-navigation.ts';

const KeptWords = lazy(() => import('../saving/kept-words.tsx'));

/** Text about the next step, shown at the end of a step. */
const beforeNext: Partial<Record<StepId, PlainTextKey>> = {
  step3: 'rest.beforeStep4',
  step4: 'rest.beforeStep5',
  step5: 'rest.beforeStep6b',
};

type SavingStepProps = {
  plan: Plan;
  step: StepId;
  editing?: boolean;
  /** Step whose questions follow on the same page. */
  joined?: StepId | undefined;
};

/** A step of questions that saves to the server. On a small screen a draft begins with both steps about the person on one page. */
export function OwnOrJoinedStep({ plan, step }: Pick<SavingStepProps, 'plan' | 'step'>) {
  const isNarrow = useIsNarrow();
  const [joinable] = useState(() => stepJoinedTo(step, plan.answers));
  const joined = isNarrow && plan.status === 'draft' && !plan.locked ? joinable : undefined;
  return <SavingStep key={joined ?? 'alone'} plan={plan} step={step} joined={joined} />;
}

export function SavingStep({ plan, step, joined, editing = false }: SavingStepProps) {
  const [memory] = useState(() => joined && joinedMemory(unsaved, plan.user_id, step, joined));
  const stepForm = useStepForm(plan, step, memory);
  const short = useShortPages(plan.user_id, step);
  const going = useNavigation(plan, step, editing, { onPage: short.next, joined });
  const saving = useSaveStep(stepForm, going.onSaved);
  return <QuestionPage {...{ plan, stepForm, saving, going, short, editing }} />;
}

type QuestionPageProps = {
  plan: Plan;
  stepForm: StepForm;
  saving: StepSaving;
  going: ReturnType<typeof useNavigation>;
  short: ShortPages;
  editing: boolean;
  /** Whether the answers wait in this browser until they are confirmed. */
  keeping?: boolean;
};

/** Page of a step of questions: its fields, and its buttons. A small screen shows the step in short pages. */
export function QuestionPage({ plan, stepForm, saving, going, short, editing, keeping }: QuestionPageProps) {
  const { form, step, base } = stepForm;
  const values = useWatch({ control: form.control }) as StepValues;
  const answers = useMemo(() => answersWith(base.answers, values), [base.answers, values]);
  const steps = useStepList(plan, step, answers, editing);
  const closed = useClosed(plan) !== undefined;
  const { later, rest, sign } = waysOut({ plan, stepForm, saving, editing, answers, closed });
  useBeginAtQuestion(step, steps);
  usePageOfProblems(stepForm, short);
  return (
    <Assistant plan={plan} step={step} editing={editing} closed={closed}>
      <QuestionFrame
        steps={steps}
        current={step}
        short={short.page !== undefined}
        rail={
          <Rail
            step={step}
            progress={stepProgress(step, answers)}
            onLater={later}
            saving={saving.saving === 'later'}
          />
        }
      >
        {short.page ? (
          <ShortHeading step={step} joined={stepForm.joined} steps={steps} short={short} />
        ) : (
          <WholeHeading step={step} steps={steps} onLater={later} />
        )}
        <LockedNotice plan={plan} />
        {plan.locked && (
          <Suspense>
            <KeptWords plan={plan} step={step} />
          </Suspense>
        )}
        {keeping && <EditBanner />}
        <QuestionForm
          plan={plan}
          stepForm={stepForm}
          saving={saving}
          going={going}
          short={short}
          closed={closed}
          onRest={rest}
          onSign={sign}
          onLater={later}
        />
        <LeaveGuard hasChanges={stepForm.hasChanges} onLeave={stepForm.forget} />
      </QuestionFrame>
    </Assistant>
  );
}

type WaysOut = Pick<QuestionPageProps, 'plan' | 'stepForm' | 'saving' | 'editing'> & {
  /** The answers on the page. */
  answers: Answers;
  /** Whether the answers cannot be changed. */
  closed: boolean;
};

/** Returns the ways to leave a step of a draft besides finishing it; undefined for one that is not possible now. */
function waysOut({ plan, stepForm: { base, step }, saving, editing, answers, closed }: WaysOut) {
  const mayLeave = base.status === 'draft' && !closed;
  const mayGoOn = mayLeave && !editing;
  const needsAnswers = stepOf(step).questions.some(({ required }) => required);
  const saveIf = (possible: boolean, intent: SaveIntent) =>
    possible ? () => void saving.save(intent) : undefined;
  return {
    later: saveIf(mayLeave, 'later'),
    rest: saveIf(mayGoOn && needsAnswers, 'rest'),
    sign: saveIf(mayGoOn && maySignAfter(step, answers, audienceOf(plan)), 'sign'),
  };
}

type WholeHeadingProps = {
  step: StepId;
  steps: readonly ListedStep[];
  onLater: (() => void) | undefined;
};

/** Top of a step that is shown as a whole. */
function WholeHeading({ step, steps, onLater }: WholeHeadingProps) {
  const t = useText();
  return (
    <>
      <StepHeading
        step={step}
        steps={steps}
        title={`${step}.title` as PlainTextKey}
        lead={`${step}.hint` as PlainTextKey}
      />
      <SmallHelp>
        {onLater && (
          <Button variant="text" icon="bookmark" onClick={onLater}>
            {t('submit.comeBackLater')}
          </Button>
        )}
      </SmallHelp>
    </>
  );
}

type QuestionFormProps = Pick<QuestionPageProps, 'plan' | 'stepForm' | 'saving' | 'going' | 'short'> & {
  /** Whether the answers cannot be changed. */
  closed: boolean;
  /** Saves the present answers and continues, with the rest left for now. */
  onRest: (() => void) | undefined;
  /** Saves the step and opens the page to sign, without the steps between, which need no answer. */
  onSign: (() => void) | undefined;
  onLater: (() => void) | undefined;
};

function QuestionForm({ short, closed, ...parts }: QuestionFormProps) {
  const t = useText();
  const { plan, stepForm, saving, going, onRest, onSign, onLater } = parts;
  const { form, step, joined, otherProblems, failures } = stepForm;
  const { page, nextPage } = short;
  const buttons = {
    ...{ plan, step, saving, onRest, onLater },
    ...{ onBack: going.back, onSkip: going.skip, onNext: going.next },
  };
  return (
    <FormProvider {...(form as unknown as UseFormReturn)}>
      <AssistedForm
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!nextPage) void saving.save('step');
          else if (mustSave(plan, stepForm, closed)) void saving.save('page');
          else short.next();
        }}
      >
        <FormSummary turn={failures} problems={otherProblems} onElsewhere={short.reveal} />
        <PlaceMessages saving={saving} />
        <fieldset className={css.all} disabled={closed}>
          {short.isFirst && <StepIntroduction step={step} />}
          {page ? <PageQuestions keys={page.keys} /> : <StepQuestions step={step} onLater={onLater} />}
          {joined && <JoinedStep step={joined} />}
        </fieldset>
        {beforeNext[step] && !nextPage && <Rest words={t(beforeNext[step])} />}
        {onSign && !nextPage && (
          <Rest words={t('rest.upToYou')}>
            <Button
              variant="two"
              words={savingWords}
              state={saving.saving === 'sign' ? 'pending' : 'initial'}
              onClick={onSign}
            >
              {t('submit.thenSign')}
            </Button>
          </Rest>
        )}
        <SaveMessages saving={saving} plan={plan} step={step} />
        {page ? <ShortButtons short={short} {...buttons} /> : <StepButtons {...buttons} />}
      </AssistedForm>
    </FormProvider>
  );
}

/**
 * Whether the next page of the step is opened only after a save. A change of a signed plan waits for its confirmation, and without
 * a connection the answers wait in this browser for the save of a later page.
 */
const mustSave = (plan: Plan, { hasChanges }: StepForm, closed: boolean): boolean =>
  plan.status === 'draft' && !closed && navigator.onLine && hasChanges();

/** After a refused save, opens the page with the first field to correct. */
function usePageOfProblems({ failures, wrong }: StepForm, { showFirstOf }: ShortPages): void {
  const shown = useRef(failures);
  useEffect(() => {
    if (shown.current === failures) return;
    shown.current = failures;
    showFirstOf(wrong);
  }, [failures, wrong, showFirstOf]);
}

/** Content of the rail, on pages without one. The panel that the icon opens comes next. */
function SmallHelp({ children }: { children: ReactNode }) {
  return (
    <>
      <p className={css.smallHelp}>
        <HelpButton variant="text" />
        {children}
      </p>
      <HelpPlace of="icon" />
    </>
  );
}
