import { keep, readKept } from '../../app/browser-store.ts';
import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';

const keyOf = (userId: string) => `wattle.passed.${userId}`;

/** Returns the steps without a required answer that this person skipped in this browser. */
export function skippedSteps(userId: string): StepId[] {
  const kept = readKept(keyOf(userId))?.split(' ') ?? [];
  return stepIds.filter((step) => kept.includes(step));
}

/** Records that the person skipped a step. */
export function noteSkipped(userId: string, step: StepId): void {
  keep(keyOf(userId), [...new Set([...skippedSteps(userId), step])].join(' '));
}
