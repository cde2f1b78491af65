import { catalogue } from '../src/domain/i18n/catalogue.ts';
import {
  translateMessage,
  type TextKey,
  type Language,
  type TextParams,
  type Translate,
} from '../src/domain/i18n/texts.ts';
import { translatorOf } from '../src/domain/i18n/translator.ts';

/** The two languages, for tests that hold in both. */
export const languages: readonly Language[] = ['en', 'zh'];

/** Every text of the product in each language, with the operator's values of the test. */
export const texts: Readonly<Record<Language, Translate>> = { en: inLanguage('en'), zh: inLanguage('zh') };

function inLanguage(language: Language): Translate {
  const translate = translatorOf(language, catalogue[language]);
  return (key: TextKey, params?: TextParams) =>
    translateMessage(translate, key, { helpPhone: '1800 000 000', ...params });
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** For names that begin with a text. */
export function beginning(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}`);
}

/** For names and descriptions that hold one of some texts. */
export function saying(...some: string[]): RegExp {
  return new RegExp(some.map(escaped).join('|'));
}

/** For names that are one of some texts, and nothing else. */
export function exactly(...some: string[]): RegExp {
  return new RegExp(`^\\s*(${some.map(escaped).join('|')})\\s*$`);
}

const keys = new Set(Object.keys(catalogue.en));

/** The names of texts that stand on a page in place of the texts: whatever a person reads must be words. */
export function rawKeysIn(shown: string): string[] {
  return [...shown.matchAll(/\w+(?:\.\w+)+/g)].map(([word]) => word).filter((word) => keys.has(word));
}
