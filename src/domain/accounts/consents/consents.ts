import type { IsoDate } from '../../fields.ts';

/** The two texts that a person agrees to: the service agreement, and the privacy notice (CONSENT-01). */
export const consentDocuments = ['eusa', 'privacy'] as const;

export type ConsentDocument = (typeof consentDocuments)[number];

/**
 * Edition of both texts, for people, and its date. A person agrees to a version, which is derived from the words as shown. The
 * texts are a draft that no lawyer has read.
 */
export const consentEdition: { number: string; date: IsoDate } = { number: '0.1', date: '2026-11-21' };

/** Current version of each text: it changes with any word in either language, and with the operator's values. */
export type ConsentVersions = Readonly<Record<ConsentDocument, string>>;

/** Version of each text that a person agreed to; null for none, also after the agreement was withdrawn. */
export type AgreedVersions = Readonly<Record<ConsentDocument, string | null>>;

/**
 * Returns the agreements at sign-up: to the current version of each text, unless the page still showed another one. Then the
 * person agreed to outdated words, and is asked before they continue. A caller that sends no shown versions counts as having
 * shown the current texts.
 */
export const agreedAtSignUp = (
  shown: ConsentVersions | undefined,
  present: ConsentVersions,
): AgreedVersions => ({
  eusa: shown && shown.eusa !== present.eusa ? null : present.eusa,
  privacy: shown && shown.privacy !== present.privacy ? null : present.privacy,
});

/** Agreements of an account, by the names of its columns. */
type Agreed = { eusa_read_version: string | null; privacy_policy_read_version: string | null };

export const agreedVersions = (account: Agreed): AgreedVersions => ({
  eusa: account.eusa_read_version,
  privacy: account.privacy_policy_read_version,
});

/** Returns which texts a person must agree to before continuing: those whose current version they did not agree to (GAP-71). */
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
