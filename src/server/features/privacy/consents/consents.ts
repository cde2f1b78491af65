import {
  consentDocuments,
  type ConsentDocument,
  type ConsentVersions,
} from '../../../../domain/accounts/consents/consents.ts';
import type { User } from '../../profile/api.ts';

/** A person's agreement to one text; without a version they did not agree, or withdrew it. */
export type Consent = {
  document: ConsentDocument;
  version: string | null;
  /** The current version. */
  present: string;
  agreed_at: Date | null;
};

/** The columns that store each agreement. */
export const consentColumns = {
  eusa: { version: 'eusa_read_version', at: 'eusa_read_at' },
  privacy: { version: 'privacy_policy_read_version', at: 'privacy_policy_read_at' },
} as const satisfies Record<ConsentDocument, { version: keyof User; at: keyof User }>;

export const consentsOf = (user: User, present: ConsentVersions): Consent[] =>
  consentDocuments.map((document) => ({
    document,
    version: user[consentColumns[document].version],
    present: present[document],
    agreed_at: user[consentColumns[document].at],
  }));
