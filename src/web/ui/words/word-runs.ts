import type { Language } from '../../../domain/i18n/texts.ts';

/** A part of a text; `language` if it differs from the page's. */
export type WordRun = { text: string; language?: Language };

const chinese = /([\p{Script=Han}][\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF\u2018-\u201F]*)/u;
const latinLetter = /\p{Script=Latin}/u;
const han = /\p{Script=Han}/u;

/**
 * Splits text that a person wrote, so that each part can be read out in its own language. On an English page the Chinese parts
 * are marked; on a Chinese page a text without any Chinese is marked, while Latin words inside Chinese are not.
 */
export function wordRuns(text: string, page: Language): WordRun[] {
  if (page === 'zh')
    return latinLetter.test(text) && !han.test(text) ? [{ text, language: 'en' }] : [{ text }];
  return text
    .split(chinese)
    .filter((part) => part !== '')
    .map((part) => (han.test(part) ? { text: part, language: 'zh' } : { text: part }));
}
