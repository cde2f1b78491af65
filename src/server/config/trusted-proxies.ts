import { isIP } from 'node:net';

/** Named networks of Fastify. */
const names = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The shortest prefix that can be one operator's network and not a part of the Internet. */
const shortestPrefix = { 4: 8, 6: 7 } as const;

const meaning =
  'must be the addresses of the proxies in front, separated by commas (addresses, networks such as 10.0.0.0/8 or fd00::/8, ' +
  'loopback, linklocal, uniquelocal), or "none" when nothing is in front';

function problemOf(entry: string): string | undefined {
  if (names.has(entry)) return undefined;
  if (/^\d+$/.test(entry))
    return `${meaning}. A number of proxies is not accepted: it does not name the proxies to trust`;
  if (entry === 'true') return `${meaning}. "true" would let any sender claim any address`;
  const [address = '', prefix, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return meaning;
  if (/^::ffff:/i.test(address)) return `${meaning}. Write an IPv4 address without ::ffff:`;
  if (prefix === undefined) return undefined;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return meaning;
  return Number(prefix) < shortestPrefix[version as 4 | 6]
    ? `${meaning}. A network so large would let strangers claim any address`
    : undefined;
}

/**
 * Returns the proxies whose X-Forwarded-For is trusted, for Fastify's `trustProxy`. `none` and `false` mean no proxies.
 * @throws Error with the problem, without the value
 */
export function readProxies(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length === 1 && ['none', 'false'].includes(entries[0] ?? '')) return [];
  for (const entry of entries) {
    const problem = problemOf(entry);
    if (problem !== undefined) throw new Error(problem);
  }
  return entries;
}
