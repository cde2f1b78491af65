import type { Answers } from '../answers.ts';
import { stepOf } from '../definition.ts';
import { applies } from './applies.ts';
import { missingAnswers, visibleSteps, type Audience } from './completeness.ts';

/** Minutes for the whole questionnaire, as the first page says. */
export const minutesForAll = 40;

/**
 * Estimates the minutes that a person still needs: the share of the required questions without an answer, of `minutesForAll`,
 * rounded up to a multiple of 5. Never less than 5.
 */
export function minutesLeft(answers: Answers, audience: Audience): number {
  const steps = visibleSteps(audience);
  const asked = steps.flatMap((step) =>
    stepOf(step).questions.filter(
      (question) => question.required !== undefined && applies(question, answers),
    ),
  );
  const missing = steps.flatMap((step) => missingAnswers(step, answers));
  return Math.max(5, Math.ceil((minutesForAll * missing.length) / asked.length / 5) * 5);
}
