import type { Place } from '../../../domain/questionnaire/answering/completeness.ts';

/** Where a link to a place in the questionnaire leads: the step, and behind # the question to begin at. */
export function placeLink({ step, question }: Place) {
  return { to: '/questionnaire/$step', params: { step }, ...(question && { hash: question }) } as const;
}
