import type { Language, Translate } from '../i18n/texts.ts';
import type { IsoDate } from '../fields.ts';
import type { Answers } from '../questionnaire/answers.ts';
import type { Definition } from '../questionnaire/definition.ts';
import type { Section } from '../questionnaire/reading/present.ts';
import type { AccountOwner } from '../questionnaire/reading/voice.ts';

/** Signed words of a plan in one language. */
type WordsIn = { language: Language; sections: readonly Section[] };

/** A trusted contact whom the emergency page may name (D-33). Without the e-mail address, which stays here. */
export type DocumentContact = {
  id: string;
  name: string;
  /** Stored value of the list, or the owner's own words. */
  relationship: string;
  phone: string;
  substitute: boolean;
  guardian: boolean;
  /** Whether the contact has not agreed yet. */
  pending: boolean;
};

/** The PDF of the version. `size` is that of the file in bytes. */
export type DocumentPdf = { base64: string; size: number; title: string };

/** A signed version of a plan with everything that its document contains. Instants are ISO texts in UTC. */
export type DocumentFacts = {
  /** Public address of the site, without a slash at the end. */
  baseUrl: string;
  /** Id of the plan, the same for all its versions. ASCII. */
  planId: string;
  version: number;
  /** Language in which the plan was signed. */
  language: Language;
  definitionVersion: number;
  answers: Answers;
  owner: AccountOwner;
  /** The signed words, if the plan was signed under another definition; else null. */
  signed: (WordsIn & { twin?: WordsIn }) | null;
  signedAt: string;
  /** The last change after the signature, which the signer confirmed (D-35). */
  changedAt?: string;
  /** For a version no longer in force: the version that replaced it, and when (D-41). */
  replaced?: { by: number; on: IsoDate };
  /** True for the plan of an archived record of a person of whom another record is kept (N-13). */
  ofOtherRecord?: true;
  /** The person's Medicare number in ten digits; null if it must not leave. Never used for a plan written on behalf. */
  medicare: string | null;
  operator: { name: string; phone: string };
  contacts: readonly DocumentContact[];
  pdf: DocumentPdf;
  t: Readonly<Record<Language, Translate>>;
  /** The current definition by default. */
  definition?: Definition;
};
