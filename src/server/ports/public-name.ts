/**
 * True for a name that may be public: labels of letters, digits and hyphens with an alphabetic top-level domain that is not
 * reserved for private networks. An IP address in any notation is none. Each call also checks the addresses that the name
 * resolves to.
 */
export function isPublicName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const top = labels.at(-1) ?? '';
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(top) &&
    !privateTops.has(top) &&
    labels.slice(-2).join('.') !== 'home.arpa'
  );
}

/** Top-level domains that are never public (RFC 6761, RFC 6762, and those used in private networks). */
const privateTops = new Set([
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan'],
  ...['test', 'example', 'invalid', 'onion', 'arpa'],
]);

/** True for an address over https, without credentials, with a name that may be public. */
export function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname, search, hash } = new URL(address);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return protocol === 'https:' && isPlain && isPublicName(hostname);
}
