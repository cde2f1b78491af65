import { sql } from 'kysely';
import { folded } from '../../../../domain/customers/find/fold.ts';
import { customerRole } from '../../../db/customer-role.ts';
import type { Database } from '../../../db/connection/connect.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { providersOf, type Places } from './places-to-find.ts';

type Known = { word: string; written: string; customers: number };

/** The words of the names of the customers in a scope. */
export type KnownNames = {
  /** Returns the words that a word can be changed into by one letter, among a few others. */
  near: (word: string) => readonly Known[];
};

/** Names of at most this many customers are read for each search, so that a new customer is found at once. */
const fewCustomers = 3_000;

/** Maximum age in milliseconds of the names of many customers. */
const maximumAgeMs = 10 * 60_000;

/** Maximum number of scopes whose names are kept in memory. */
const keptAtMost = 50;

type Kept = { readAt: number; names: KnownNames; isRenewing: boolean };

const kept = new WeakMap<Database, Map<string, Kept>>();

function keep(own: Map<string, Kept>, key: string, names: KnownNames): void {
  own.delete(key);
  own.set(key, { readAt: performance.now(), names, isRenewing: false });
  const [oldest] = own.keys();
  if (own.size > keptAtMost && oldest !== undefined) own.delete(oldest);
}

function namesOf(rows: readonly { name: string; customers: number }[]): KnownNames {
  const words = new Map<string, Known>();
  for (const { name, customers } of rows)
    for (const written of name.split(/[\s-]+/u)) {
      const word = folded(written);
      if (!/^\p{L}{3,}$/u.test(word)) continue;
      const known = words.get(word);
      if (known) known.customers += customers;
      else words.set(word, { word, written, customers });
    }
  const byLength = new Map<number, Known[]>();
  for (const known of words.values()) {
    const same = byLength.get(known.word.length);
    if (same) same.push(known);
    else byLength.set(known.word.length, [known]);
  }
  return {
    near(word) {
      // One wrong letter leaves the first or the last letter unchanged.
      const [first = '', last = ''] = [word.at(0), word.at(-1)];
      return [-1, 0, 1].flatMap((more) =>
        (byLength.get(word.length + more) ?? []).filter(
          (known) => known.word.startsWith(first) || known.word.endsWith(last),
        ),
      );
    },
  };
}

async function readNames(
  tx: Tx | Database,
  places: Places,
): Promise<{ names: KnownNames; customers: number }> {
  const providers = providersOf(places);
  const within = providers === null ? sql`` : sql`and provider_id = any(${[...providers]}::uuid[])`;
  const of = (column: string) => sql`
    select ${sql.ref(column)} as name, count(*)::int as customers from users
    where permission_role_id = ${customerRole} and ${sql.ref(column)} is not null ${within} group by 1`;
  const { rows } = await sql<{ name: string; customers: number }>`
    ${of('last_name')} union all ${of('first_name')}`.execute(tx);
  const customers = rows.reduce((sum, row) => sum + row.customers, 0) / 2;
  return { names: namesOf(rows), customers };
}

/**
 * Returns the names of the customers of a scope, and of no other customer, so that a forgiven letter depends on nothing outside of it.
 * Those of many customers are at most some minutes old: older ones are used while they are read again.
 */
export async function knownNames(tx: Tx, db: Database, places: Places): Promise<KnownNames> {
  const own = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, own);
  const key = (providersOf(places)?.toSorted() ?? ['all']).join();
  const last = own.get(key);
  if (!last) {
    const { names, customers } = await readNames(tx, places);
    if (customers > fewCustomers) keep(own, key, names);
    return names;
  }
  if (!last.isRenewing && performance.now() - last.readAt > maximumAgeMs) {
    last.isRenewing = true;
    void readNames(db, places)
      .then(({ names }) => keep(own, key, names))
      // A later search tries again.
      .catch(() => (last.isRenewing = false));
  }
  return last.names;
}
