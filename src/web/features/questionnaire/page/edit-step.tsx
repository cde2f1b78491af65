import { useState } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { cachingSteps } from '../../../plan-view/steps/edit-mode.ts';
import { editMemory, unsaved } from '../../../plan-view/unsaved/unsaved-answers.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionPage, SavingStep } from './question-step.tsx';
import { useNavigation } from './use-navigation.ts';
import { useKeepStep } from '../saving/use-keep-step.ts';
import { useShortPages } from '../short-pages/use-short-pages.ts';
import { useStepForm } from '../fields/use-step-form.ts';

type EditStepProps = { plan: Plan; step: StepId };

/**
 * A step of questions in edit mode. Steps 1 and 2 are saved immediately, as in any signed plan; the others wait to be confirmed.
 */
export function EditStep({ plan, step }: EditStepProps) {
  return cachingSteps.includes(step) ? (
    <KeepingStep plan={plan} step={step} />
  ) : (
    <SavingStep plan={plan} step={step} editing />
  );
}

function KeepingStep({ plan, step }: EditStepProps) {
  const [words] = useState(() => editMemory(unsaved, plan.user_id, step));
  const stepForm = useStepForm(plan, step, words);
  const short = useShortPages(plan.user_id, step);
  const going = useNavigation(plan, step, true);
  const saving = useKeepStep(stepForm);
  return <QuestionPage {...{ plan, stepForm, saving, going, short }} editing keeping />;
}
