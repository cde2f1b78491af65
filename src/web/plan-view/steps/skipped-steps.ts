import { keep, readKept } from '../../app/browser-store.ts';
import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';

const keyOf = (userId: string) => `wattle.passed.${userId}`;

/** The steps that ask for nothing that must be answered, and that this person went past in this browser. */
export function skippedSteps(userId: string): StepId[] {
  const kept = readKept(keyOf(userId))?.split(' ') ?? [];
  return stepIds.filter((step) => kept.includes(step));
}

/** Notes that the person went past a step. */
export function noteSkipped(userId: string, step: StepId): void {
  keep(keyOf(userId), [...new Set([...skippedSteps(userId), step])].join(' '));
}
