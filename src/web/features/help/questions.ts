import type { Role } from '../../../domain/access/actors.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';

/** A question and its answer, as text keys. */
export type Question = { id: string; question: PlainTextKey; answer: PlainTextKey };

const forAll = [
  'what',
  'legal',
  'whoReads',
  'change',
  'card',
  'lostCard',
  'password',
  'someoneElse',
  'cost',
  'copy',
  'upset',
  'planningHelp',
] as const;

const forStaff = ['staffMenu'] as const;

/** Returns the questions for a person or a visitor. Those for staff come first, and only staff see them. */
export function questionsFor(role: Role | undefined): Question[] {
  const ids = role === undefined || role === 'user' ? forAll : [...forStaff, ...forAll];
  return ids.map((id) => ({ id, question: `help.qa.${id}.q`, answer: `help.qa.${id}.a` }));
}
