import { createHash } from 'node:crypto';
import { consentWords } from '../../../domain/accounts/consents/consent-text.ts';
import {
  consentDocuments,
  consentEdition,
  type ConsentDocument,
  type ConsentVersions,
} from '../../../domain/accounts/consents/consents.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import {
  languages,
  translateMessage,
  type Language,
  type TextKey,
  type TextParams,
  type Translate,
} from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Config } from '../../config.ts';
import { operatorNames } from '../../config/operator-names.ts';
import type { Tx } from '../context.ts';

type Words = Readonly<Record<Language, readonly string[]>>;

/** The address of the operator's full privacy policy. There is no setting for it yet. */
export const privacyPolicyUrl = '';

type Named = Pick<Config, 'help' | 'company'>;

function wordsOf(config: Named, document: ConsentDocument): Words {
  const { help, company } = config;
  const inLanguage = (language: Language) => {
    const t = translatorOf(language, catalogue[language]);
    const values = {
      helpPhone: help.phone,
      helpHours: help.hours[language],
      helpEmail: help.email,
      abn: company.abn,
      privacyEmail: company.privacyEmail,
      privacyPolicyUrl,
      ...operatorNames(company, language),
    };
    const withValues: Translate = (key: TextKey, params?: TextParams) =>
      translateMessage(t, key, { ...values, ...params });
    return consentWords(document, withValues, privacyPolicyUrl);
  };
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}

/** Returns the edition and the beginning of the SHA-256 of all words in both languages. */
const versionOf = (words: Words) =>
  `${consentEdition.number}-${createHash('sha256')
    .update(JSON.stringify(languages.map((language) => words[language])))
    .digest('hex')
    .slice(0, 10)}`;

type Texts = Readonly<Record<ConsentDocument, { version: string; words: Words }>>;

// Cached: the environment does not change while a process runs, and each request needs the versions.
const known = new WeakMap<Named['company'], { help: Named['help']; texts: Texts }>();

function textsOf(config: Named): Texts {
  const before = known.get(config.company);
  if (before?.help === config.help) return before.texts;
  const made = Object.fromEntries(
    consentDocuments.map((document) => {
      const words = wordsOf(config, document);
      return [document, { version: versionOf(words), words }];
    }),
  ) as Texts;
  known.set(config.company, { help: config.help, texts: made });
  return made;
}

/**
 * Returns the versions of the texts as this server shows them. They depend on every word, including those that the operator sets
 * (CONSENT-01).
 */
export function consentVersions(config: Named): ConsentVersions {
  const { eusa, privacy } = textsOf(config);
  return { eusa: eusa.version, privacy: privacy.version };
}

/** Stores the words that a person agrees to now, unless they are already stored. Part of the agreement's transaction. */
export async function keepConsentTexts(
  tx: Tx,
  config: Named,
  documents: readonly ConsentDocument[],
  now: Date,
): Promise<void> {
  const texts = textsOf(config);
  await tx
    .insertInto('consent_texts')
    .values(
      documents.map((document) => {
        const { version, words } = texts[document];
        return { document, version, en: [...words.en], zh: [...words.zh], first_agreed_at: now };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
