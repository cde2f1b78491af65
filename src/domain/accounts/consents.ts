import type { IsoDate } from '../fields.ts';

/** The two texts that a person agrees to: the service agreement, and the privacy notice (CONSENT-01). */
export const consentDocuments = ['eusa', 'privacy'] as const;

export type ConsentDocument = (typeof consentDocuments)[number];

/**
 * The edition of both texts, for people, and the day it was written. What a person agrees to is a version, which follows the words
 * as shown. The texts are a draft that no lawyer has read.
 */
export const consentEdition: { number: string; date: IsoDate } = { number: '0.1', date: '2026-11-21' };

/** The version of each text that holds now: it changes with any word in either language, and with the operator's values. */
export type ConsentVersions = Readonly<Record<ConsentDocument, string>>;

/** Which version of each text a person agreed to; null for none, also after the agreement was taken back. */
export type AgreedVersions = Readonly<Record<ConsentDocument, string | null>>;

/**
 * What a person agreed to at sign-up: the present version of each text, unless the page still showed another one. Then they agreed
 * to words that no longer hold, and are asked before they go on. A caller who does not say what was shown counts as having seen the
 * present texts.
 */
export const agreedAtSignUp = (
  shown: ConsentVersions | undefined,
  present: ConsentVersions,
): AgreedVersions => ({
  eusa: shown && shown.eusa !== present.eusa ? null : present.eusa,
  privacy: shown && shown.privacy !== present.privacy ? null : present.privacy,
});

/** What an account says of the texts, by the names of its columns. */
type Agreed = { eusa_read_version: string | null; privacy_policy_read_version: string | null };

export const agreedVersions = (account: Agreed): AgreedVersions => ({
  eusa: account.eusa_read_version,
  privacy: account.privacy_policy_read_version,
});

/** Which texts must be agreed to before a person goes on: those whose present version they did not agree to (GAP-71). */
export function consentsDue(
  agreed: AgreedVersions,
  present: ConsentVersions,
): Record<ConsentDocument, boolean> {
  return { eusa: agreed.eusa !== present.eusa, privacy: agreed.privacy !== present.privacy };
}

/** Whether a person must agree to a text before anything else (GAP-71). */
export function isConsentDue(account: Agreed, present: ConsentVersions): boolean {
  const { eusa, privacy } = consentsDue(agreedVersions(account), present);
  return eusa || privacy;
}
