import { useMemo } from 'react';
import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { editedSteps, unsaved } from '../unsaved/unsaved-answers.ts';
import { skippedSteps } from './skipped-steps.ts';
import type { Plan } from '../plan.ts';
import { inEditMode, listSteps, type ListedStep } from './progress.ts';

/** Returns whether the person is the customer of a care provider, and so does not see every step. */
export function audienceOf(plan: Plan): { providerCustomer: boolean } {
  return { providerCustomer: plan.user.provider !== null };
}

/**
 * Returns the list of steps of a plan. `answers` are those on the page, so that the counts update while typing; `editing` keeps
 * its links in edit mode.
 */
export function useStepList(
  plan: Plan,
  current: StepId | undefined,
  answers: Answers = plan.answers,
  editing = false,
): ListedStep[] {
  return useMemo(() => {
    const { user_id: userId, id } = plan;
    const steps = listSteps({
      answers,
      audience: audienceOf(plan),
      complete: plan.status === 'complete',
      passed: skippedSteps(userId),
      current,
    });
    return editing ? inEditMode(steps, editedSteps(unsaved, userId, id)) : steps;
  }, [plan, current, answers, editing]);
}
