const domain = 'no-email.invalid';

/**
 * The address of an account that was made without one (GAP-79). No mail goes there: the ending is reserved (RFC 2606).
 */
export const placeholderEmail = (userId: string): string => `${userId}@${domain}`;

/** Whether an address only holds the place of one. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith(`@${domain}`);
