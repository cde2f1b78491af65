import { filledIn } from '../../../domain/questionnaire/answering/filled-in.ts';
import type { Plan } from '../plan.ts';
import { valuesOf, type Steps, type StepValues } from './step-values.ts';

/**
 * Returns the values of the fields before anything is typed: the saved answers, and in a draft also what the account knows about
 * the person.
 */
export function firstValues(steps: Steps, { answers, status, locked, user }: Plan): StepValues {
  return valuesOf(steps, status === 'draft' && !locked ? filledIn(answers, user) : answers);
}
