import type { TextKey, Language, TextParams, Translate } from '../../domain/i18n/texts.ts';
import { lookUp } from '../../domain/i18n/lookup.ts';

/** Translates from given texts of one language, whatever the language of the page. */
export function translatorFor(
  language: Language,
  ...files: readonly Readonly<Record<string, string>>[]
): Translate {
  const texts = new Map(files.flatMap((file) => Object.entries(file)));
  return (key: TextKey, params?: TextParams) =>
    lookUp((name) => texts.get(name), language, key, params) ?? key;
}
