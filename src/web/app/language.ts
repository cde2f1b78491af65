import type { Language } from '../../domain/i18n/texts.ts';
import { readKept } from './browser-store.ts';

export const languageKey = 'wattle.language';

/** The value of the `lang` attribute for a language. */
export const langOf: Readonly<Record<Language, string>> = { en: 'en-AU', zh: 'zh-Hans' };

const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'zh';

/** Returns the language that this browser stores, or else the browser's own. */
export function firstLanguage(): Language {
  const kept = readKept(languageKey);
  if (isLanguage(kept)) return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
