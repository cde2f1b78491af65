import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { first as firstEn } from '../../domain/i18n/en/first.ts';
import { lookUp } from '../../domain/i18n/lookup.ts';
import type { Language, TextFile, TextKey, TextParams, Translate } from '../../domain/i18n/texts.ts';
import { first as firstZh } from '../../domain/i18n/zh/first.ts';
import { keep } from './browser-store.ts';
import { firstLanguage, languageKey, langOf } from './language.ts';
import { site } from './site.ts';

type TextModule = Record<string, Record<string, string>>;

// The first texts come with the page; mails, the PDF and the copy of the person's data use only the server's.
const files = {
  en: import.meta.glob<TextModule>([
    '../../domain/i18n/en/*.ts',
    '!../../domain/i18n/en/{contact-pages,first,invoice,mails,mails-account,mails-contacts,mails-payment,mails-security,own-copy,pdf,stand-in,text-messages}.ts',
  ]),
  zh: import.meta.glob<TextModule>([
    '../../domain/i18n/zh/*.ts',
    '!../../domain/i18n/zh/{contact-pages,first,invoice,mails,mails-account,mails-contacts,mails-payment,mails-security,own-copy,pdf,stand-in,text-messages}.ts',
  ]),
};

/** The language that is not the given one. */
export const otherLanguage: Readonly<Record<Language, Language>> = { en: 'zh', zh: 'en' };

let spoken = firstLanguage();
// A page that is loading, or failed to load, shows these before any text file is loaded.
const catalogue = {
  en: new Map<string, string>(Object.entries(firstEn)),
  zh: new Map<string, string>(Object.entries(firstZh)),
};

const wanted = new Set<TextFile>();
const loads = new Map<string, Promise<void>>();

/** Files that are loaded, by language and name. */
const loaded = new Set<string>();

const isLoaded = (file: TextFile) => loaded.has(`${language()}/${file}`);

function load(language: Language, file: TextFile): Promise<void> {
  const name = `${language}/${file}`;
  const known = loads.get(name);
  if (known) return known;
  const read = files[language][`../../domain/i18n/${name}.ts`];
  if (!read) throw new Error(`There is no text file ${name}`);
  const loading = read().then(
    (module) => {
      for (const texts of Object.values(module)) {
        for (const [key, text] of Object.entries(texts)) catalogue[language].set(key, text);
      }
      loaded.add(name);
    },
    (error: unknown) => {
      // Loads again with the next try: a lost connection must not stay lost.
      loads.delete(name);
      throw error;
    },
  );
  loads.set(name, loading);
  return loading;
}

/** Returns the present language of the page. */
export function language(): Language {
  return spoken;
}

/** Loads text files in the present language, for a route's loader. Resolves immediately if they are loaded. */
export async function loadTexts(names: readonly TextFile[]): Promise<void> {
  for (const name of names) wanted.add(name);
  await Promise.all(names.map((name) => load(language(), name)));
}

function applyLanguage(): void {
  document.documentElement.lang = langOf[language()];
}
applyLanguage();

/**
 * Changes the language of the whole page: every text file in use is loaded first, so nothing is ever half translated, and nothing
 * is remounted, so typed text is kept.
 */
export async function changeLanguage(next: Language): Promise<void> {
  await Promise.all([...wanted].map((name) => load(next, name)));
  spoken = next;
  keep(languageKey, next);
  applyLanguage();
  notifyAll();
}

/** Returns the operator's values in a language; values without a Chinese version are used for both. */
const siteValues = (language: Language) => {
  const { zh, consents: _, gstRegistered: __, trustedContactsPaywall: ___, ...values } = site;
  return language === 'zh' ? { ...values, ...zh } : values;
};

/** Translates outside components. Texts must be loaded. */
export const translate: Translate = (key: TextKey, params?: TextParams) => translateInto(spoken, key, params);

const translateInto = (language: Language, key: TextKey, params?: TextParams): string =>
  lookUp((name) => catalogue[language].get(name), language, key, {
    ...siteValues(language),
    helpHours: site.helpHours[language],
    ...params,
  }) ?? key;

const listeners = new Set<() => void>();
/** A new function after each change, so that components that show texts render again. */
let current: Translate = translate;

function notifyAll(): void {
  current = (key: TextKey, params?: TextParams) => translateInto(spoken, key, params);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const currentText = () => current;

/** Returns the translator of the present language; the component updates when the language changes. */
export function useText(): Translate {
  return useSyncExternalStore(subscribe, currentText, currentText);
}

/** Returns the language of the page; the component updates when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language, language);
}

/** Loads text files for a part that no route announced, such as a dialog. Returns true when they are loaded. */
export function useTexts(names: readonly TextFile[]): boolean {
  const [ready, setReady] = useState(() => names.every(isLoaded));
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

/** Returns the texts of the page in the other language, for bilingual paper; null while they load, or if they are not needed. */
export function useOtherTexts(areWanted: boolean): Translate | null {
  const other = otherLanguage[useLanguage()];
  const [ready, setReady] = useState<Language | null>(null);
  useEffect(() => {
    if (!areWanted) return;
    let gone = false;
    const loaded = () => {
      if (!gone) setReady(other);
    };
    // Without a connection the page prints the language that it has.
    Promise.all([...wanted].map((name) => load(other, name))).then(loaded, () => {});
    return () => {
      gone = true;
    };
  }, [areWanted, other]);
  return useMemo(
    () =>
      areWanted && ready === other
        ? (key: TextKey, params?: TextParams) => translateInto(other, key, params)
        : null,
    [areWanted, ready, other],
  );
}

/** The name of each language in its own script. */
export const ownName: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
