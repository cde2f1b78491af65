import type { Language } from '../../domain/i18n/texts.ts';

/** Joins sentences with a space, except in Chinese, which has none. */
export function sentences(language: Language, ...texts: readonly string[]): string {
  return texts.join(language === 'zh' ? '' : ' ');
}
