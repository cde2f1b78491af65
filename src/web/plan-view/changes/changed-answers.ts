import type { AnswerKey, Answers } from '../../../domain/questionnaire/answers.ts';
import { currentDefinition, hasRow, questionsInRowOf } from '../../../domain/questionnaire/definition.ts';
import {
  presentPlan,
  rowOf,
  type Reading,
  type Row,
  type StoredPlan,
} from '../../../domain/questionnaire/reading/present.ts';
import { changedStepKeys, questionsOf, type Steps } from '../steps/step-values.ts';

/** A question whose answer an edit changes, with both answers in words. */
export type ChangedAnswer = { key: string; number?: number; title: string; before: Row; after: Row };

/**
 * Returns what an edit changes in some steps, in the order of the questions: notes and the person's own words count with their
 * question. For a signed plan that used another definition, the state before the edit has the words that were signed.
 */
export function changedAnswers(
  steps: Steps,
  before: StoredPlan,
  after: Answers,
  reading: Reading,
): ChangedAnswer[] {
  const { definition = currentDefinition } = reading;
  const changed: readonly AnswerKey[] = changedStepKeys(steps, before.answers, after, definition);
  const old = presentPlan(before, reading).flatMap(({ rows }) => rows);
  return questionsOf(steps, definition)
    .filter(hasRow)
    .filter((question) =>
      questionsInRowOf(question, definition).some(
        ({ key, note }) => changed.includes(key) || (note && changed.includes(note)),
      ),
    )
    .map((question) => {
      const is = rowOf(question, after, reading);
      // A follow-up question that did not apply, or did not exist yet, counts as not answered.
      const was = old.find(({ key }) => key === is.key) ?? rowOf(question, {}, reading);
      const { number, title } = is;
      return { key: question.key, title, ...(number !== undefined && { number }), before: was, after: is };
    });
}
