import { inAskingOrder } from '../../../../domain/names.ts';
import { FormProvider, useWatch, type UseFormReturn } from 'react-hook-form';
import { Fragment, lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { stepProgress } from '../../../../domain/questionnaire/answering/completeness.ts';
import { questionOf, stepOf } from '../../../../domain/questionnaire/definition.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import type { Group, Question } from '../../../../domain/questionnaire/questions/question.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { FormSummary } from '../../../forms/form.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import { AssistedForm, Assistant, HelpButton, HelpPlace } from '../../assistant/api.ts';
import {
  AboutCpr,
  AboutPalliativeCare,
  AboutTreatments,
  ChosenTreatments,
  CprAnswers,
} from '../fields/explanations.tsx';
import { EditBanner } from './edit-banner.tsx';
import { LeaveGuard } from '../../../forms/unsaved/leave-guard.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionField } from '../fields/question-field.tsx';
import { QuestionFrame, StepHeading } from './question-frame.tsx';
import css from '../questionnaire.module.css';
import { Rail } from './rail.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import { LockedNotice } from '../../../plan-view/steps/locked-notice.tsx';
import { PlaceMessages, SaveMessages } from '../saving/save-messages.tsx';
import { StepButtons } from './step-buttons.tsx';
import { answersWith, type StepValues } from '../../../plan-view/steps/step-values.ts';
import { useClosed } from '../../../plan-view/steps/use-closed.ts';
import { useStepList } from '../../../plan-view/steps/use-step-list.ts';
import { useStepForm, type StepForm } from '../fields/use-step-form.ts';
import { useSaveStep, type StepSaving } from '../saving/use-save-step.ts';
import { useBeginAtQuestion } from './use-begin-at-question.ts';
import { useNavigation } from './use-navigation.ts';

const KeptWords = lazy(() => import('../saving/kept-words.tsx'));

/** Text about the next step, shown at the end of a step. */
const beforeNext: Partial<Record<StepId, PlainTextKey>> = {
  step3: 'rest.beforeStep4',
  step4: 'rest.beforeStep5',
  step5: 'rest.beforeStep6b',
};

const afterGroup: Readonly<Record<string, PlainTextKey>> = {
  senses: 'rest.afterSenses',
  symptoms: 'rest.afterSymptoms',
  body: 'rest.afterBody',
};

type SavingStepProps = { plan: Plan; step: StepId; editing?: boolean };

/** A step of questions that saves to the server. */
export function SavingStep({ plan, step, editing = false }: SavingStepProps) {
  const stepForm = useStepForm(plan, step);
  const going = useNavigation(plan, step, editing);
  const saving = useSaveStep(stepForm, going.onSaved);
  return <QuestionPage plan={plan} stepForm={stepForm} saving={saving} going={going} editing={editing} />;
}

type QuestionPageProps = {
  plan: Plan;
  stepForm: StepForm;
  saving: StepSaving;
  going: ReturnType<typeof useNavigation>;
  editing: boolean;
  /** Whether the answers wait in this browser until they are confirmed. */
  keeping?: boolean;
};

/** Page of a step of questions: its fields, and its buttons. */
export function QuestionPage({ plan, stepForm, saving, going, editing, keeping }: QuestionPageProps) {
  const t = useText();
  const { form, step, base } = stepForm;
  const values = useWatch({ control: form.control }) as StepValues;
  const answers = useMemo(() => answersWith(base.answers, values), [base.answers, values]);
  const steps = useStepList(plan, step, answers, editing);
  const closed = useClosed(plan) !== undefined;
  const mayLeave = base.status === 'draft' && !closed;
  const later = mayLeave ? () => void saving.save('later') : undefined;
  const needsAnswers = stepOf(step).questions.some(({ required }) => required);
  const rest = mayLeave && !editing && needsAnswers ? () => void saving.save('rest') : undefined;
  useBeginAtQuestion(step, steps);
  return (
    <Assistant plan={plan} step={step} editing={editing} closed={closed}>
      <QuestionFrame
        steps={steps}
        current={step}
        rail={
          <Rail
            step={step}
            progress={stepProgress(step, answers)}
            onLater={later}
            saving={saving.saving === 'later'}
          />
        }
      >
        <StepHeading
          step={step}
          steps={steps}
          title={`${step}.title` as PlainTextKey}
          lead={`${step}.hint` as PlainTextKey}
        />
        <SmallHelp>
          {later && (
            <Button variant="text" icon="bookmark" className={css.smallLater} onClick={later}>
              {t('submit.comeBackLater')}
            </Button>
          )}
        </SmallHelp>
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
          closed={closed}
          onRest={rest}
          onLater={later}
        />
        <LeaveGuard hasChanges={stepForm.hasChanges} onLeave={stepForm.forget} />
      </QuestionFrame>
    </Assistant>
  );
}

type QuestionFormProps = Pick<QuestionPageProps, 'plan' | 'stepForm' | 'saving' | 'going'> & {
  /** Whether the answers cannot be changed. */
  closed: boolean;
  /** Saves the present answers and continues, with the rest left for now. */
  onRest: (() => void) | undefined;
  onLater: (() => void) | undefined;
};

function QuestionForm({ plan, stepForm, saving, going, closed, onRest, onLater }: QuestionFormProps) {
  const t = useText();
  const { form, step, otherProblems, failures } = stepForm;
  return (
    <FormProvider {...(form as unknown as UseFormReturn)}>
      <AssistedForm
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void saving.save('step');
        }}
      >
        <FormSummary turn={failures} problems={otherProblems} />
        <PlaceMessages saving={saving} />
        <fieldset className={css.all} disabled={closed}>
          <StepIntroduction step={step} />
          <Questions step={step} onLater={onLater} />
        </fieldset>
        {beforeNext[step] && <Rest words={t(beforeNext[step])} />}
        <SaveMessages saving={saving} plan={plan} step={step} />
        <StepButtons
          plan={plan}
          step={step}
          saving={saving}
          onBack={going.back}
          onSkip={going.skip}
          onNext={going.next}
          onRest={onRest}
          onLater={onLater}
        />
      </AssistedForm>
    </FormProvider>
  );
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

/** Reason for the step, and for health the effect of the answers. */
function StepIntroduction({ step }: { step: StepId }) {
  const reading = useReading();
  const { t } = reading;
  return (
    <div className={css.intro}>
      {step === 'step4' && (
        <>
          <p>{t('step4.whatItDoes')}</p>
          <p className={css.noRail}>{t('step4.noRight')}</p>
        </>
      )}
      <Disclosure summary={t('common.why')}>{pageWords(reading, `${step}.why` as PlainTextKey)}</Disclosure>
    </div>
  );
}

function Questions({ step, onLater }: { step: StepId; onLater: (() => void) | undefined }) {
  const language = useLanguage();
  const { groups, questions } = stepOf(step);
  if (groups) return groups.map((group) => <QuestionGroup key={group.id} group={group} onLater={onLater} />);
  return inAskingOrder(questions, language, ({ key }) => key)
    .filter(({ when }) => !when)
    .map((question) => (
      <Fragment key={question.key}>
        <BeforeQuestion question={question} onLater={onLater} />
        <QuestionField question={question}>
          <InQuestion question={question} />
        </QuestionField>
        <HelpPlace of={question.key} />
      </Fragment>
    ));
}

function QuestionGroup({ group, onLater }: { group: Group; onLater: (() => void) | undefined }) {
  const t = useText();
  const rest = afterGroup[group.id];
  return (
    <>
      <section className="qgroup" aria-labelledby={`group-${group.id}`}>
        <h2 id={`group-${group.id}`}>{t(group.title)}</h2>
        {group.keys
          .map((key) => questionOf(key))
          .filter(({ when }) => !when)
          .map((question) => (
            <Fragment key={question.key}>
              <QuestionField question={question} />
              <HelpPlace of={question.key} />
            </Fragment>
          ))}
      </section>
      {rest && <Rest words={t(rest)} onLater={onLater} />}
    </>
  );
}

function BeforeQuestion({ question, onLater }: { question: Question; onLater: (() => void) | undefined }) {
  const t = useText();
  if (question.key === 'cprStopBreathing') return <AboutCpr />;
  if (question.key === 'palliativeCare') return <AboutPalliativeCare />;
  if (question.key !== 'treatmentsSelected') return null;
  return (
    <>
      <Rest words={t('rest.afterCpr')} onLater={onLater} />
      <AboutTreatments />
    </>
  );
}

function InQuestion({ question }: { question: Question }) {
  const t = useText();
  switch (question.key) {
    case 'minimumQolList':
      return (
        <Disclosure summary={t('common.readMore')}>
          <p>{t('minimumQolList.explain.fewer')}</p>
          <p>{t('minimumQolList.explain.more')}</p>
        </Disclosure>
      );
    case 'cprStopBreathing':
    case 'cprCatastrophic':
      return <CprAnswers question={question.key} />;
    case 'treatmentsSelected':
      return <ChosenTreatments />;
    default:
      return null;
  }
}

/** A place to pause: a sentence, and a button that saves everything and leaves. */
function Rest({ words, onLater }: { words: string; onLater?: (() => void) | undefined }) {
  const t = useText();
  return (
    <div className="rest">
      <Sprig drawing="small" />
      <p>{words}</p>
      {onLater && (
        <Button variant="text" onClick={onLater}>
          {t('submit.comeBackLater')}
        </Button>
      )}
    </div>
  );
}
