import type { Language, TextParams } from './texts.ts';
import { withValues } from './values.ts';

const categories = { en: new Intl.PluralRules('en'), zh: new Intl.PluralRules('zh') };

/** Returns the text of a key, or undefined. */
export type FindText = (key: string) => string | undefined;

/** Returns the text of a key: with a `count`, the number form of the language if there is one. */
function textOf(find: FindText, language: Language, key: string, count: unknown): string | undefined {
  if (typeof count !== 'number') return find(key);
  const zero = count === 0 ? find(`${key}_zero`) : undefined;
  return zero ?? find(`${key}_${categories[language].select(count)}`) ?? find(key);
}

/**
 * Looks a text up, the same way in the browser and on the server: flat keys, number forms by `count` (`_zero`, `_one`, `_other`),
 * `{name}` for values, no escaping (each output escapes its texts itself). Undefined without a text; a name without a value is
 * kept.
 */
export function lookUp(
  find: FindText,
  language: Language,
  key: string,
  params?: TextParams,
): string | undefined {
  const text = textOf(find, language, key, params?.['count']);
  return text?.includes('{') ? withValues(text, params ?? {}) : text;
}
