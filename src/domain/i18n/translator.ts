import { createInstance, type InitOptions } from 'i18next';
import type { Language, Translate } from './texts.ts';

/** How texts are looked up everywhere: flat keys, `{name}` for values, no escaping (each output escapes for itself). */
export const lookupOptions = {
  keySeparator: false,
  nsSeparator: false,
  contextSeparator: '\u0000',
  interpolation: { prefix: '{', suffix: '}', escapeValue: false, skipOnVariables: true },
  returnNull: false,
} as const satisfies InitOptions;

/**
 * Makes the translate function of one language over a full catalogue.
 * A key that is not in the catalogue is a programming error and throws.
 */
export function translatorOf(language: Language, texts: Record<string, string>): Translate {
  const instance = createInstance();
  void instance.init({
    ...lookupOptions,
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    initAsync: false,
  });
  const lookUp: Translate = (key, params) => {
    const text = instance.t(key, { ...params });
    if (text === key && !(key in texts)) throw new Error(`No text for "${key}" in ${language}`);
    return text;
  };
  // Most texts have no value to put in and no number form: they need no looking up.
  return (key, params) => {
    const text = texts[key];
    return text !== undefined && params?.['count'] === undefined && !text.includes('{')
      ? text
      : lookUp(key, params);
  };
}
