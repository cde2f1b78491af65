import { isoOfDate } from '../../../../domain/fields.ts';
import { textOf, type Answers, type StepId } from '../../../../domain/questionnaire/answers.ts';
import type { Steps } from '../../../plan-view/steps/step-values.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import type { PersonChange } from './plan-api.ts';

/**
 * Returns the change of the account with saved steps: names with step 1, the rest with step 2 (QSTEP1-10, QSTEP2-08). Unanswered
 * questions change nothing there. Undefined if there is no change.
 */
export function personChange(steps: Steps, answers: Answers): PersonChange | undefined {
  const facts = [steps]
    .flat()
    .flatMap((step: StepId) => Object.entries(factsOf(step, answers)))
    .filter(([, fact]) => fact !== undefined && fact !== '');
  return facts.length > 0 ? (Object.fromEntries(facts) as PersonChange) : undefined;
}

function factsOf(step: StepId, answers: Answers): Record<string, string | undefined> {
  if (step === 'step1')
    return { first_name: textOf(answers, 'firstName'), last_name: textOf(answers, 'lastName') };
  if (step !== 'step2') return {};
  return {
    dob: isoOfDate(textOf(answers, 'dob')),
    gender: textOf(answers, 'gender'),
    postcode: textOf(answers, 'postcode'),
  };
}

/** Whether the account differs from the saved answers of the step: its part of an earlier save was refused or lost. */
export function accountLags(step: StepId, { answers, user }: Plan): boolean {
  const facts = Object.entries(personChange(step, answers) ?? {});
  return facts.some(([name, fact]) => user[name as keyof PersonChange] !== fact);
}
