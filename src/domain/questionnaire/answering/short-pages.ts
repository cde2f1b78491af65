import type { PlainTextKey } from '../../i18n/texts.ts';
import type { AnswerKey, Answers, StepId } from '../answers.ts';
import { currentDefinition, stepOf } from '../definition.ts';
import { missingAnswers } from './completeness.ts';
import type { Question, Step } from '../questions/question.ts';

/** Number of questions on a page of a small screen: a few of one group, or one. */
export const paces = ['few', 'one'] as const;
export type Pace = (typeof paces)[number];

/** A part of a step on a small screen: its questions and their follow-ups, in order, under the title of their group. */
export type ShortPage = { title: PlainTextKey; keys: readonly AnswerKey[] };

const mostQuestions = 5;

type PageGroup = { id: string; title: PlainTextKey };
type GroupOf = (question: Question) => PageGroup;

/**
 * The groups of a step whose own groups would make more pages, each with its first question. The questions about health then take
 * one press less (docs/decisions/0163).
 */
const fewerGroups: Partial<Record<StepId, readonly (PageGroup & { first: AnswerKey })[]>> = {
  step4: [
    { id: 'senses', title: 'step4.group.senses', first: 'cannotHear' },
    { id: 'symptoms', title: 'step4.group.symptoms', first: 'mildPainMedication' },
    { id: 'body', title: 'step4.page.body', first: 'cannotEat' },
    { id: 'people', title: 'step4.page.people', first: 'noVisits' },
  ],
};

/** Returns the group in `fewerGroups` that a question is in, or undefined. */
function fewerGroupOf({ id, questions }: Step, key: AnswerKey): PageGroup | undefined {
  const place = (wanted: AnswerKey) => questions.findIndex((question) => question.key === wanted);
  return fewerGroups[id]?.findLast(({ first }) => place(first) >= 0 && place(first) <= place(key));
}

/** Returns the group of each question: as the step declares it, else by the sections of the plan, if the step has several. */
function groupsOf(step: Step): GroupOf {
  const { id, groups = [], questions } = step;
  const whole = { id: '', title: `${id}.title` as PlainTextKey };
  const hasSections = new Set(questions.map(({ section }) => section)).size > 1;
  return ({ key, section }) => {
    const declared = fewerGroupOf(step, key) ?? groups.find(({ keys }) => keys.includes(key));
    if (declared) return declared;
    return hasSections ? { id: section, title: `review.section.${section}` as PlainTextKey } : whole;
  };
}

/**
 * Returns the pages of a step on a small screen. Every question is on one page, in the order of the definition; a follow-up is on
 * the page of the question that it depends on. With the pace `few` a page has at most five questions of one group. With `one`
 * each numbered question has its own page; the fields about the person, which have no number, stay together.
 */
export function shortPages(step: StepId, pace: Pace, definition = currentDefinition): ShortPage[] {
  const found = stepOf(step, definition);
  const groupOf = groupsOf(found);
  const pages: { group: string; title: PlainTextKey; roots: Question[] }[] = [];
  for (const question of found.questions.filter(({ when }) => !when)) {
    const { id, title } = groupOf(question);
    const last = pages.at(-1);
    const alone =
      pace === 'one' && (question.number !== undefined || last?.roots.at(-1)?.number !== undefined);
    if (!last || alone || last.group !== id || last.roots.length === mostQuestions)
      pages.push({ group: id, title, roots: [question] });
    else last.roots.push(question);
  }
  return pages.map(({ title, roots }) => {
    const rootKeys = roots.map(({ key }) => key);
    const own = found.questions.filter(({ key, when }) => rootKeys.includes(when?.key ?? key));
    return { title, keys: own.map(({ key }) => key) };
  });
}

/**
 * Returns the step whose questions a small screen shows on the page of this one, and saves with them: the second step about the
 * person with the first, until it is complete. Both are short, and signing up has answered half of them.
 */
export const stepJoinedTo = (step: StepId, answers: Answers): StepId | undefined =>
  step === 'step1' && missingAnswers('step2', answers).length > 0 ? 'step2' : undefined;

/** Returns the index of the page that has an answer, by the key of its question or of its note; -1 if no page has it. */
export function shortPageWith(
  pages: readonly ShortPage[],
  key: string,
  definition = currentDefinition,
): number {
  const own = definition.questions.find(({ note }) => note === key)?.key ?? key;
  return pages.findIndex(({ keys }) => keys.some((each) => each === own));
}

/**
 * Returns the number that people see of the only numbered question on a page; undefined for a page with several, or without one.
 */
export function onlyNumber({ keys }: ShortPage, definition = currentDefinition): number | undefined {
  const numbers = keys.flatMap((key) => definition.questionByKey.get(key)?.number ?? []);
  return numbers.length === 1 ? numbers[0] : undefined;
}
