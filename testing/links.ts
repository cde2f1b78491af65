/** Returns the token of a mailed link, as its page reads it. */
export const tokenIn = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
