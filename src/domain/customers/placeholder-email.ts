const domain = 'no-email.invalid';

/**
 * Returns the address of an account that was created without one (GAP-79). No mail is sent to it: its domain is reserved (RFC
 * 2606).
 */
export const placeholderEmail = (userId: string): string => `${userId}@${domain}`;

/** Whether an address is only a placeholder. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith(`@${domain}`);
