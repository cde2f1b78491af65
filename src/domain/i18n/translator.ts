import { lookUp } from './lookup.ts';
import type { TextKey, Language, TextParams, Translate } from './texts.ts';

/**
 * Creates the translate function of one language over a full catalogue. A key that is not in the catalogue is a programming error
 * and throws.
 */
export function translatorOf(language: Language, texts: Record<string, string>): Translate {
  const find = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined);
  return (key: TextKey, params?: TextParams) => {
    const text = lookUp(find, language, key, params);
    if (text === undefined) throw new Error(`No text for "${key}" in ${language}`);
    return text;
  };
}
