import type { AnswerKey, Answers } from '../../../domain/questionnaire/answers.ts';
import { present, type Row } from '../../../domain/questionnaire/present.ts';
import type { Question } from '../../../domain/questionnaire/question.ts';
import type { Reading } from '../reading.tsx';
import { changedKeys, questionsOf, type Steps } from '../steps/step-values.ts';

/** A question whose answer an edit changes, with both answers in words. */
export type ChangedAnswer = { key: string; number?: number; title: string; before: Row; after: Row };

const keysOf = (questions: readonly Question[], { key, note }: Question): AnswerKey[] => [
  key,
  ...(note ? [note] : []),
  ...questions.filter(({ when }) => when?.key === key).map((own) => own.key),
];

/** What an edit changes in some steps, in the order of the questions: notes and own words count with their question. */
export function changedAnswers(
  steps: Steps,
  before: Answers,
  after: Answers,
  reading: Reading,
): ChangedAnswer[] {
  const changed = changedKeys(steps, before, after);
  const rowsOf = (answers: Answers) => present(answers, reading).flatMap(({ rows }) => rows);
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const questions = questionsOf(steps);
  return questions
    .filter((question) => keysOf(questions, question).some((key) => changed.includes(key)))
    .flatMap(({ key }) => {
      const [was, is] = [old, now].map((rows) => rows.find((row) => row.key === key));
      if (!was || !is) return [];
      const { number, title } = is;
      return [{ key, title, ...(number !== undefined && { number }), before: was, after: is }];
    });
}
