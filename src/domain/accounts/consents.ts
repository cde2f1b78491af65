import type { IsoDate } from '../fields.ts';

/** The two texts that a person agrees to: the service agreement, and the privacy notice (CONSENT-01). */
export const consentDocuments = ['eusa', 'privacy'] as const;

export type ConsentDocument = (typeof consentDocuments)[number];

/** The version of both texts that holds now, and the day it was written. The texts are a draft that no lawyer has read. */
export const consentVersion: { version: string; date: IsoDate } = { version: '0.1', date: '2026-11-21' };

/** Which version of each text a person agreed to; null for none, also after the agreement was taken back. */
export type AgreedVersions = Readonly<Record<ConsentDocument, string | null>>;

/** What an account says of the texts, by the names of its columns. */
type Agreed = { eusa_read_version: string | null; privacy_policy_read_version: string | null };

export const agreedVersions = (account: Agreed): AgreedVersions => ({
  eusa: account.eusa_read_version,
  privacy: account.privacy_policy_read_version,
});

/** Which texts must be agreed to before a person goes on: those whose present version they did not agree to (GAP-71). */
export function consentsDue(
  agreed: AgreedVersions,
  present: string = consentVersion.version,
): Record<ConsentDocument, boolean> {
  return { eusa: agreed.eusa !== present, privacy: agreed.privacy !== present };
}

/** Whether a person must agree to a text before anything else (GAP-71). */
export function isConsentDue(account: Agreed): boolean {
  const { eusa, privacy } = consentsDue(agreedVersions(account));
  return eusa || privacy;
}
