import type { IsoDate } from '../../domain/fields.ts';
import type { Language, Translate } from '../../domain/i18n/texts.ts';
import type { Answers } from '../../domain/questionnaire/answers.ts';
import type { Definition } from '../../domain/questionnaire/definition.ts';
import type { Section, Voice } from '../../domain/questionnaire/reading/present.ts';

/**
 * A trusted contact as the plan names it. `relationship` is in words; `pending` means that the person has not
 * yet said yes.
 */
export type PlanContact = {
  name: string;
  relationship: string;
  phone: string;
  substitute: boolean;
  pending: boolean;
};

/** What a plan's document is made from. Dates are Melbourne calendar dates; `t` is of the same language. */
export type PlanFacts = {
  language: Language;
  t: Translate;
  voice: Voice;
  answers: Answers;
  /**
   * The answers in words, as `presentPlan` gives them.
   */
  sections: readonly Section[];
  /** The sections are those that were signed, under another definition: only they say what the plan says. */
  wordedAsSigned: boolean;
  /** The definition of the answers, where it is not the present one. */
  definition?: Definition;
  careProvider: string;
  contacts: readonly PlanContact[];
  signature: PlanSignature;
  version: number;
  /** Where this version is no longer in force: the version that replaced it, and when (D-41). */
  replaced?: { by: number; on: IsoDate };
  /** Where the paper speaks both languages (D-37). */
  paper?: {
    /** The language that the plan was signed in. */
    signedIn: Language;
    /** The sections are those that were signed, and kept in that language alone. */
    oneLanguageOnly: boolean;
  };
  signedOn: IsoDate;
  /** The day of the last change after the signature, where there was one; it was confirmed by whom the signature names (D-35). */
  changedOn?: IsoDate;
  downloadedOn: IsoDate;
  /** The address in the code on the first page. */
  url: string;
};

/** The signature: a PNG picture, or the name that was typed, where no picture was kept. */
export type PlanSignature = { png: Uint8Array | null; typedName?: string; name: string };
