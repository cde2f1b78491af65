import type { Language, Translate } from '../../domain/i18n/texts.ts';
import { lookup } from '../app/lookup.ts';

/** Translates from given texts of one language, whatever language the page speaks. */
export function translatorFor(
  language: Language,
  ...files: readonly Readonly<Record<string, string>>[]
): Translate {
  const texts = new Map(files.flatMap((file) => Object.entries(file)));
  return (key, params = {}) => lookup(texts, language, key, params);
}
