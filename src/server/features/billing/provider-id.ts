import * as z from 'zod/mini';

/** An id of the payment company, for a card, a price or a promotion. */
export const providerId = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\w-]+$/));
