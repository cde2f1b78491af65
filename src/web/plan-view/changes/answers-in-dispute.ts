import { textOf, type Answers, type TextAnswerKey } from '../../../domain/questionnaire/answers.ts';
import { followUpsOf, hasRow } from '../../../domain/questionnaire/definition.ts';
import type { Reading, Row, Section } from '../../../domain/questionnaire/reading/present.ts';
import type { Question } from '../../../domain/questionnaire/questions/question.ts';

/**
 * Returns the answer to a question in words, followed by the answers to its applicable follow-up questions: a person decides on
 * them together. `sections` are the words of `answers`. An answer that is part of another row is listed on its own.
 */
export function answersInDispute(
  question: Question,
  answers: Answers,
  sections: readonly Section[],
  reading: Reading,
): [Row, ...Row[]] {
  const rows = sections.flatMap((section) => section.rows);
  const find = ({ key }: Question) => rows.filter((row) => row.key === key);
  const text = textOf(answers, question.key as TextAnswerKey) || reading.t('review.notAnswered');
  const [own = { key: question.key, title: '', lines: [text] }] = find(question);
  return [own, ...followUpsOf(question.key, reading.definition).filter(hasRow).flatMap(find)];
}
