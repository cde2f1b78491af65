import { catalogue } from '../src/domain/i18n/catalogue.ts';
import {
  translateMessage,
  type TextKey,
  type Language,
  type TextParams,
  type Translate,
} from '../src/domain/i18n/texts.ts';
import { translatorOf } from '../src/domain/i18n/translator.ts';

/** The two languages, for tests that run in both. */
export const languages: readonly Language[] = ['en', 'zh'];

/** Every text of the product in each language, with the operator's values of the test. */
export const texts: Readonly<Record<Language, Translate>> = { en: inLanguage('en'), zh: inLanguage('zh') };

function inLanguage(language: Language): Translate {
  const translate = translatorOf(language, catalogue[language]);
  return (key: TextKey, params?: TextParams) =>
    translateMessage(translate, key, { helpPhone: '1800 000 000', ...params });
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches names that begin with a text. */
export function beginning(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}`);
}

/** Matches names and descriptions that contain one of some texts. */
export function saying(...some: string[]): RegExp {
  return new RegExp(some.map(escaped).join('|'));
}

/** Matches names that are exactly one of some texts. */
export function exactly(...some: string[]): RegExp {
  return new RegExp(`^\\s*(${some.map(escaped).join('|')})\\s*$`);
}

const keys = new Set(Object.keys(catalogue.en));

/** Matches keys of texts shown in place of the texts: everything that a person reads must be words. */
export function rawKeysIn(shown: string): string[] {
  return [...shown.matchAll(/\w+(?:\.\w+)+/g)].map(([word]) => word).filter((word) => keys.has(word));
}
