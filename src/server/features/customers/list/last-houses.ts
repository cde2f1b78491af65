import type { Database } from '../../../pipeline/context.ts';
import type { CustomerScope } from './places.ts';

/** Maximum number of providers under one for which a page is queried before they are known. */
const mostExpected = 64;

/** Maximum number of providers whose last providers are kept in memory. */
const keptAtMost = 2_000;

type Providers = readonly string[];

const last = new WeakMap<Database, Map<string, Providers | null>>();

/**
 * Returns the providers that a list of one provider was last read from: usually they still are its own and those under it. They decide only
 * which query is sent early. Null if there were too many.
 */
export function expectedHouses(db: Database, house: string): Providers | null {
  const known = last.get(db)?.get(house);
  return known === undefined ? [house] : known;
}

/** Whether a list's providers are the expected ones, in any order. */
export function areExpected(expected: Providers, { providers }: CustomerScope): boolean {
  const found = new Set(providers);
  return found.size === expected.length && expected.every((id) => found.has(id));
}

/** Keeps the providers that a list of one provider was read from. */
export function keepHouses(db: Database, house: string, { providers }: CustomerScope): void {
  const own = last.get(db) ?? new Map<string, Providers | null>();
  last.set(db, own);
  own.delete(house);
  // A provider alone is expected anyway.
  if (providers === null || (providers.length === 1 && providers[0] === house)) return;
  own.set(house, providers.length > 0 && providers.length <= mostExpected ? providers : null);
  const [oldest] = own.keys();
  if (own.size > keptAtMost && oldest !== undefined) own.delete(oldest);
}
