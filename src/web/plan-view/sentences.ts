import type { Language } from '../../domain/i18n/texts.ts';

/** Sentences one after another: with a space between them, but for Chinese, which has none. */
export function sentences(language: Language, ...texts: readonly string[]): string {
  return texts.join(language === 'zh' ? '' : ' ');
}
