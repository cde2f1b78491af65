import type { Answers } from '../questionnaire/answers.ts';
import { changedKeys, type PlanState } from './lifecycle.ts';

/**
 * Returns the answers, by key, that a save would change in a signed plan without the person's confirmation: they only saw Before
 * and Now of the `confirmed` ones (D-35). None for a draft, and for a save without changes. An answer that a save clears because
 * it no longer applies counts as a change.
 */
export function unconfirmedChanges(
  { status, answers }: Pick<PlanState<unknown>, 'status' | 'answers'>,
  after: Answers,
  confirmed: readonly string[],
): string[] {
  if (status === 'draft') return [];
  return changedKeys(answers, after).filter((key) => !confirmed.includes(key));
}
