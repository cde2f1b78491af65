import type { IsoDate } from '../../../domain/fields.ts';
import type { Language, Translate } from '../../../domain/i18n/texts.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import type { Definition } from '../../../domain/questionnaire/definition.ts';
import type { Section, Voice } from '../../../domain/questionnaire/reading/present.ts';

/** A trusted contact of the plan. `relationship` is a text; `pending` means that the person has not accepted yet. */
export type PlanContact = {
  name: string;
  relationship: string;
  phone: string;
  substitute: boolean;
  pending: boolean;
};

/** The input of a plan's document. Dates are Melbourne calendar dates; `t` is of the same language. */
export type PlanFacts = {
  language: Language;
  t: Translate;
  voice: Voice;
  answers: Answers;
  /** The answers as text, as `presentPlan` returns them. */
  sections: readonly Section[];
  /** Whether the sections are the signed texts of another definition: then only they state the plan's content. */
  wordedAsSigned: boolean;
  /** The definition of the answers, if it is not the current one. */
  definition?: Definition;
  careProvider: string;
  contacts: readonly PlanContact[];
  signature: PlanSignature;
  version: number;
  /** For a version no longer in force: the version that replaced it, and when (D-41). */
  replaced?: { by: number; on: IsoDate };
  /** True for the plan of an archived record of a person, of whom another record is kept (N-13). */
  ofOtherRecord?: true;
  /** For a document in both languages (D-37). */
  paper?: {
    /** The language in which the plan was signed. */
    signedIn: Language;
    /** Whether the sections are the signed texts, stored only in that language. */
    oneLanguageOnly: boolean;
  };
  signedOn: IsoDate;
  /** The date of the last change after the signature, if any; the signer confirmed it (D-35). */
  changedOn?: IsoDate;
  downloadedOn: IsoDate;
  /** The address in the QR code on the first page. */
  url: string;
};

/** The signature: a PNG picture, or the typed name if no picture was stored. */
export type PlanSignature = { png: Uint8Array | null; typedName?: string; name: string };
