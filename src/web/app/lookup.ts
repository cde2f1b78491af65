import type { Language, TextParams } from '../../domain/i18n/texts.ts';
import { withValues } from '../../domain/i18n/values.ts';

const categories = { en: new Intl.PluralRules('en'), zh: new Intl.PluralRules('zh') };

/** The text of a key: with a `count`, the number form of the language when there is one. */
function textOf(
  texts: ReadonlyMap<string, string>,
  language: Language,
  key: string,
  count: unknown,
): string | undefined {
  if (typeof count !== 'number') return texts.get(key);
  const zero = count === 0 ? texts.get(`${key}_zero`) : undefined;
  return zero ?? texts.get(`${key}_${categories[language].select(count)}`) ?? texts.get(key);
}

/**
 * Looks a text up as translatorOf does on the server, in a fraction of its size: flat keys, number forms by `count`,
 * `{name}` for values. A key without a text gives the key; a name without a value stays.
 */
export function lookup(
  texts: ReadonlyMap<string, string>,
  language: Language,
  key: string,
  params: TextParams,
): string {
  const text = textOf(texts, language, key, params['count']);
  if (text === undefined) return key;
  return withValues(text, params);
}
