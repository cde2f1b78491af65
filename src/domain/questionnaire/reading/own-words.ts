import type { Translate } from '../../i18n/texts.ts';
import { ownValue, type Answers } from '../answers.ts';
import type { Row } from './present.ts';
import { fullNameOf, type Voice } from './voice.ts';

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** Returns the mark for a text that the person typed in Chinese without English, for bilingual paper (D-37). Else empty. */
export const writtenMark = (typed: string, t: Translate): string =>
  isChinese(typed) ? t('pdf.written') : '';

/** Returns the person's typed answer in a row; empty if the row shows a choice. */
export function typedAnswer({ key, lines }: Row, answers: Answers): string {
  const typed = ownValue(answers, key);
  return typeof typed === 'string' && lines.includes(typed) ? typed : '';
}

/**
 * Returns an English line of an answer, with a mark if a part of it was typed in Chinese. Names are typed too, but need no mark.
 */
export function markedLine(line: string, t: Translate, names: readonly string[]): string {
  const others = names.reduce((rest, name) => rest.replaceAll(name, ''), line);
  return isChinese(others) ? `${line} ${t('pdf.written')}` : line;
}

/** Returns the names that lines of a plan may contain. */
export function namesIn(answers: Answers, voice: Voice): string[] {
  const { firstName = '', lastName = '', confirmName = '', helperName = '' } = answers;
  const own = [fullNameOf(answers), confirmName, helperName, firstName, lastName];
  return voice.kind === 'self' ? own : [...own, voice.relation];
}

/** Returns the title of a note whose words are printed once for both languages: "Note (written in Chinese, not translated)". */
export function noteTitle(note: string, t: Translate): string {
  const title = t('pdf.table.note');
  const mark = writtenMark(note, t);
  return mark.startsWith('(') ? `${title} ${mark}` : title + mark;
}
