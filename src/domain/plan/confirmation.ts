import type { Answers } from '../questionnaire/answers.ts';
import { changedKeys, type PlanState } from './lifecycle.ts';

/**
 * The answers, by key, that a save would change in a signed plan without the person's word: they saw Before and Now of the
 * `confirmed` ones alone (D-35). None for a draft, and for a save that changes nothing. What a save clears because it applies no
 * longer is a change like any other.
 */
export function unconfirmedChanges(
  { status, answers }: Pick<PlanState<unknown>, 'status' | 'answers'>,
  after: Answers,
  confirmed: readonly string[],
): string[] {
  if (status === 'draft') return [];
  return changedKeys(answers, after).filter((key) => !confirmed.includes(key));
}
