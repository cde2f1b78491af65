// Lists of values that every page knows, in a file of their own: nothing else is loaded with them.

/** How a person signs in: with a password here, or through another service. */
export const loginProviders = ['password', 'external', 'social'] as const;

/** How far an account is. */
export const userStatuses = ['invited', 'active', 'suspended', 'archived'] as const;

/** How another person came to read a plan: with its card and PIN, or as staff in the account. */
export const openingKinds = ['card', 'staff', 'contact'] as const;

/** How far the copy of a person's data is. */
export const exportStatuses = ['waiting', 'ready', 'failed'] as const;

/** How a person has dates shown (GAP-76). */
export const dateFormats = ['DD/MM/YY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

export type DateFormat = (typeof dateFormats)[number];
