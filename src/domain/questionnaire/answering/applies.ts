import { ownValue } from '../answers.ts';
import type { Question } from '../questions/question.ts';

/** Whether a question applies: it has no condition, or its condition holds for these answers. */
export function applies({ when }: Question, answers: unknown): boolean {
  if (!when) return true;
  const found = ownValue(answers, when.key);
  return Array.isArray(found) ? found.includes(when.value) : found === when.value;
}
