import type { Language } from '../../domain/i18n/texts.ts';

/** A stretch of text; `language` where it differs from the page's. */
export type WordRun = { text: string; language?: Language };

const chinese = /([\p{Script=Han}][\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF\u2018-\u201F]*)/u;
const latinLetter = /\p{Script=Latin}/u;
const han = /\p{Script=Han}/u;

/**
 * Splits words that a person wrote, so that each stretch can be read out in its own language. On an English page the
 * Chinese stretches stand out; on a Chinese page a text without any Chinese does, while Latin words inside Chinese stay.
 */
export function wordRuns(text: string, page: Language): WordRun[] {
  if (page === 'zh')
    return latinLetter.test(text) && !han.test(text) ? [{ text, language: 'en' }] : [{ text }];
  return text
    .split(chinese)
    .filter((part) => part !== '')
    .map((part) => (han.test(part) ? { text: part, language: 'zh' } : { text: part }));
}
