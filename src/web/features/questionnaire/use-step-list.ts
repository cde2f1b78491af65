import { useMemo } from 'react';
import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { passedSteps } from './passed-steps.ts';
import type { Plan } from './plan.ts';
import { listSteps, type ListedStep } from './progress.ts';

/** Whether the person is the customer of a care provider, who does not see every step. */
export function audienceOf(plan: Plan): { providerCustomer: boolean } {
  return { providerCustomer: plan.user.provider !== null };
}

/** The list of steps of a plan. `answers` are those on the page, so that the counts follow while somebody answers. */
export function useStepList(
  plan: Plan,
  current: StepId | undefined,
  answers: Answers = plan.answers,
): ListedStep[] {
  return useMemo(
    () =>
      listSteps({
        answers,
        audience: audienceOf(plan),
        complete: plan.status === 'complete',
        passed: passedSteps(plan.user_id),
        current,
      }),
    [plan, current, answers],
  );
}
