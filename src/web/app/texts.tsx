import { createInstance } from 'i18next';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { Language, TextFile, TextKey, TextParams, Translate } from '../../domain/i18n/texts.ts';
import { lookupOptions } from '../../domain/i18n/translator.ts';
import { keep, readKept } from './browser-store.ts';
import { site } from './site.ts';

type TextModule = Record<string, Record<string, string>>;

const files = {
  en: import.meta.glob<TextModule>('../../domain/i18n/en/*.ts'),
  zh: import.meta.glob<TextModule>('../../domain/i18n/zh/*.ts'),
};

const storageKey = 'wattle.language';

/** The value of the `lang` attribute for a language. */
export const langOf: Readonly<Record<Language, string>> = { en: 'en-AU', zh: 'zh-Hans' };

/** The language that is not the given one. */
export const otherLanguage: Readonly<Record<Language, Language>> = { en: 'zh', zh: 'en' };

const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'zh';

function firstLanguage(): Language {
  const kept = readKept(storageKey);
  if (isLanguage(kept)) return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

const i18n = createInstance();
void i18n.use(initReactI18next).init({
  ...lookupOptions,
  interpolation: { ...lookupOptions.interpolation, defaultVariables: { ...site } },
  lng: firstLanguage(),
  fallbackLng: false,
  resources: {},
  initAsync: false,
  react: { useSuspense: false, bindI18nStore: 'added' },
});

const wanted = new Set<TextFile>();
const loads = new Map<string, Promise<void>>();

function load(language: Language, file: TextFile): Promise<void> {
  const name = `${language}/${file}`;
  const known = loads.get(name);
  if (known) return known;
  const read = files[language][`../../domain/i18n/${name}.ts`];
  if (!read) throw new Error(`There is no text file ${name}`);
  const loading = read().then(
    (module) => {
      for (const texts of Object.values(module)) i18n.addResourceBundle(language, 'translation', texts, true, true);
    },
    (error: unknown) => {
      // The next try loads again: a lost connection must not stay lost.
      loads.delete(name);
      throw error;
    },
  );
  loads.set(name, loading);
  return loading;
}

/** The language that the page speaks now. */
export function language(): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en';
}

/** Loads text files in the present language, for a route's loader. Settles at once when they are there. */
export async function loadTexts(names: readonly TextFile[]): Promise<void> {
  for (const name of names) wanted.add(name);
  await Promise.all(names.map((name) => load(language(), name)));
}

function applyLanguage(): void {
  document.documentElement.lang = langOf[language()];
}
applyLanguage();

/**
 * Lets the whole page speak another language: every text file in use is loaded first, so nothing is ever half translated,
 * and nothing is mounted anew, so what was typed stays.
 */
export async function changeLanguage(next: Language): Promise<void> {
  await Promise.all([...wanted].map((name) => load(next, name)));
  await i18n.changeLanguage(next);
  keep(storageKey, next);
  applyLanguage();
}

/** Translates outside components. Texts must be loaded. */
export const translate: Translate = (key, params) => i18n.t(key, { ...params });

/** Turns keys into words of the present language; the component follows when the language changes. */
export function useText(): Translate {
  const { t } = useTranslation(undefined, { i18n });
  return useMemo<Translate>(() => (key: TextKey, params?: TextParams) => t(key, { ...params }), [t]);
}

/** The language of the page; the component follows when it changes. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation(undefined, { i18n });
  return isLanguage(instance.language) ? instance.language : 'en';
}

/** Loads text files for a part that no route announced, such as a dialog. True when they are there. */
export function useTexts(names: readonly TextFile[]): boolean {
  const [ready, setReady] = useState(false);
  const list = names.join(' ');
  useEffect(() => {
    let gone = false;
    void loadTexts(list.split(' ') as TextFile[]).then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [list]);
  return ready;
}

/** Gives the texts to everything inside. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
}

/** The name of each language in its own script. */
export const ownName: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
