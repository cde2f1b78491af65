import * as z from 'zod/mini';

/** An id of the payment company, for a card, a price or a promotion. */
export const providerId = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\w-]+$/));

/** A secret with which a browser reaches the page of the bank. */
export const clientSecret = z.string().check(z.minLength(1), z.maxLength(300), z.regex(/^\w+$/));
