import {
  consentDocuments,
  consentsDue,
  type AgreedVersions,
  type ConsentDocument,
} from '../../../domain/accounts/consents.ts';
import type { User } from '../sign-in/credentials.ts';

/** What a person agreed to of one text; without a version they did not, or took it back. */
export type Consent = { document: ConsentDocument; version: string | null; agreed_at: Date | null };

/** The columns that keep each agreement. */
export const consentColumns = {
  eusa: { version: 'eusa_read_version', at: 'eusa_read_at' },
  privacy: { version: 'privacy_policy_read_version', at: 'privacy_policy_read_at' },
} as const satisfies Record<ConsentDocument, { version: keyof User; at: keyof User }>;

type Agreed = Pick<User, 'eusa_read_version' | 'privacy_policy_read_version'>;

export const agreedVersions = (user: Agreed): AgreedVersions => ({
  eusa: user.eusa_read_version,
  privacy: user.privacy_policy_read_version,
});

/** Whether a person must agree to a text before anything else (GAP-71). */
export function isConsentDue(user: Agreed): boolean {
  const { eusa, privacy } = consentsDue(agreedVersions(user));
  return eusa || privacy;
}

export const consentsOf = (user: User): Consent[] =>
  consentDocuments.map((document) => ({
    document,
    version: user[consentColumns[document].version],
    agreed_at: user[consentColumns[document].at],
  }));
