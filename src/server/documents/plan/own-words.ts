import {
  markedLine,
  namesIn,
  noteTitle,
  typedAnswer,
  writtenMark,
} from '../../../domain/questionnaire/reading/own-words.ts';
import type { Row } from '../../../domain/questionnaire/reading/present.ts';
import type { PlanFacts } from './plan-facts.ts';

/**
 * A note to an answer. In a document in both languages its text appears once and its description is in the title; otherwise the
 * title is empty and the text contains the description.
 */
export type Note = { title: string; text: string };

/** Returns the note that a typed answer of a row has no English, for documents in both languages (D-37). */
export function typedMark(row: Row, { answers, t, paper }: PlanFacts): string {
  return paper ? writtenMark(typedAnswer(row, answers), t) : '';
}

/** Returns the lines of an answer; in a document in both languages, the English version marks the untranslated part. */
export function markedLines(lines: string[], facts: PlanFacts): string[] {
  const { language, paper } = facts;
  if (!paper || paper.oneLanguageOnly || language !== 'en') return lines;
  const names = namesIn(facts.answers, facts.voice);
  return lines.map((line) => markedLine(line, facts.t, names));
}

/** Returns the note to an answer in the form of the document. */
export function noteOf({ note }: Row, { t, paper }: PlanFacts): Note | null {
  if (note === undefined) return null;
  return paper ? { title: noteTitle(note, t), text: note } : { title: '', text: t('review.note', { note }) };
}
