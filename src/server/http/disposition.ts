/** How a browser treats a file: saves it, or shows it in a page of its own. */
export type Disposition = 'attachment' | 'inline';

/**
 * A file to keep is a page of no site. One that is shown has no scripts either; it is not in a sandbox, in which browsers show no
 * PDF and send no cookie for the next piece of a film.
 */
export const dispositionPolicies: Readonly<Record<Disposition, string>> = {
  attachment: "default-src 'none'; sandbox; frame-ancestors 'none'",
  inline:
    "default-src 'none'; img-src 'self'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};
