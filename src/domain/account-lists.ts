// Lists of values that every page needs, in a separate file: nothing else is loaded with them.

/** Sign-in method of a person: a password here, or another service. */
export const loginProviders = ['password', 'external', 'social'] as const;

/** States of an account. */
export const userStatuses = ['invited', 'active', 'suspended', 'archived'] as const;

/**
 * Kinds of opening of a plan by another person: with its card and PIN; by staff who opened, printed or downloaded it; by staff who
 * logged in to the account to help; by a contact; by staff who handed it to an ambulance, a hospital or a doctor (N-14);
 * or by a reader with a link.
 */
export const openingKinds = ['card', 'staff', 'entered', 'contact', 'handedOver', 'link', 'system'] as const;

export type OpeningKind = (typeof openingKinds)[number];

/** States of the copy of a person's data. */
export const exportStatuses = ['waiting', 'ready', 'failed'] as const;

/** Date formats that a person can choose (GAP-76). */
export const dateFormats = ['DD/MM/YY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

export type DateFormat = (typeof dateFormats)[number];
