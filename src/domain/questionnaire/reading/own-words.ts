import type { Translate } from '../../i18n/texts.ts';
import { ownValue, type Answers } from '../answers.ts';
import type { Row } from './present.ts';
import { fullNameOf, type Voice } from './voice.ts';

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** That a text which the person typed is in Chinese and has no English, for paper that speaks both (D-37). Else empty. */
export const writtenMark = (typed: string, t: Translate): string =>
  isChinese(typed) ? t('pdf.written') : '';

/** What the person typed as the answer of a row; empty where the row says what was chosen. */
export function typedAnswer({ key, lines }: Row, answers: Answers): string {
  const typed = ownValue(answers, key);
  return typeof typed === 'string' && lines.includes(typed) ? typed : '';
}

/** An English line of an answer, with a mark where a part of it was typed in Chinese. Names are typed too, and need none. */
export function markedLine(line: string, t: Translate, names: readonly string[]): string {
  const others = names.reduce((rest, name) => rest.replaceAll(name, ''), line);
  return isChinese(others) ? `${line} ${t('pdf.written')}` : line;
}

/** The names that lines of a plan may hold. */
export function namesIn(answers: Answers, voice: Voice): string[] {
  const { firstName = '', lastName = '', confirmName = '', helperName = '' } = answers;
  const own = [fullNameOf(answers), confirmName, helperName, firstName, lastName];
  return voice.kind === 'self' ? own : [...own, voice.relation];
}

/** What a note is called where its words stand once for both languages: "Note (written in Chinese, not translated)". */
export function noteTitle(note: string, t: Translate): string {
  const title = t('pdf.table.note');
  const mark = writtenMark(note, t);
  return mark.startsWith('(') ? `${title} ${mark}` : title + mark;
}
