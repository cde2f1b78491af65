/** Pages that the links of mails and invitations open. */
const paths = new Set(['/signup', '/verify-email', '/reset-password', '/invite', '/join-organisation']);

const names = ['token', 'payload'] as const;

/** Name of a secret in a mailed link. */
export type LinkSecret = (typeof names)[number];

/**
 * Returns the path of a page with the token of its link moved behind the `#`, which browsers send neither to a server nor to
 * another page. Null if there is nothing to move: links have it there; links of earlier versions have it in the query.
 */
export function withSecretsInHash(address: URL): string | null {
  if (!paths.has(address.pathname) || !names.some((name) => address.searchParams.has(name))) return null;
  const search = new URLSearchParams(address.search);
  const hash = new URLSearchParams();
  for (const name of names) {
    const value = search.get(name);
    if (value !== null) hash.set(name, value);
    search.delete(name);
  }
  return `${address.pathname}${search.size > 0 ? `?${search}` : ''}#${hash}`;
}

/** Returns a secret of a link from the text after the `#`. */
export const secretIn = (hash: string, name: LinkSecret): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get(name) ?? undefined;
