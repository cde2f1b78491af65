import type { Place } from '../../../domain/questionnaire/answering/completeness.ts';

/** Returns the link to a place in the questionnaire: the step, and after the # the question to begin at. */
export function placeLink({ step, question }: Place) {
  return { to: '/questionnaire/$step', params: { step }, ...(question && { hash: question }) } as const;
}
