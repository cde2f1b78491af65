import { ownValue } from '../../domain/questionnaire/answers.ts';
import type { Row } from '../../domain/questionnaire/present.ts';
import type { PlanFacts } from './plan-facts.ts';

/**
 * A note to an answer. Where the paper speaks both languages its words stand once, and what they are stands in
 * the title; else the title is empty and the text says so itself.
 */
export type Note = { title: string; text: string };

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

const markOf = (text: string, { t, paper }: PlanFacts): string =>
  paper && isChinese(text) ? t('pdf.written') : '';

/** That the answer of a row, which the person typed, is in Chinese and has no English, on paper that speaks both (D-37). */
export function typedMark({ key, lines }: Row, facts: PlanFacts): string {
  const typed = ownValue(facts.answers, key);
  return typeof typed === 'string' && lines.includes(typed) ? markOf(typed, facts) : '';
}

/**
 * The lines of an answer, those in English with a mark where a part was typed in Chinese. Names are typed too,
 * and need none.
 */
export function markedLines(lines: string[], facts: PlanFacts): string[] {
  const { language, paper, t } = facts;
  if (!paper || paper.oneLanguageOnly || language !== 'en') return lines;
  return lines.map((line) => (isChinese(withoutNames(line, facts)) ? `${line} ${t('pdf.written')}` : line));
}

function withoutNames(line: string, { voice }: PlanFacts): string {
  if (voice.kind === 'self') return line;
  const names = [voice.person, voice.firstName, voice.recorder, voice.relation];
  return names.reduce((rest, name) => rest.replaceAll(name, ''), line);
}

/** The note to an answer, as the paper shows it. */
export function noteOf({ note }: Row, facts: PlanFacts): Note | null {
  const { t, language, paper } = facts;
  if (note === undefined) return null;
  if (!paper) return { title: '', text: t('review.note', { note }) };
  const mark = markOf(note, facts);
  const space = language === 'en' && mark !== '' ? ' ' : '';
  return { title: `${t('pdf.table.note')}${space}${mark}`, text: note };
}
