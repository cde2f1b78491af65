import { sql } from 'kysely';
import { folded } from '../../../../domain/customers/find/fold.ts';
import { customerRole } from '../../../db/customer-role.ts';
import type { Database } from '../../../db/connection/connect.ts';
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

type Kept = { readAt: number; names: KnownNames };

/** The kept names of a database by scope, and those that are being read. */
type OfDatabase = {
  kept: Map<string, Kept>;
  reading: Map<string, Promise<KnownNames>>;
  /** Whether the names of all customers were read early. */
  isBegun: boolean;
};

const known = new WeakMap<Database, OfDatabase>();

function knownOf(db: Database): OfDatabase {
  const own = known.get(db) ?? { kept: new Map(), reading: new Map(), isBegun: false };
  known.set(db, own);
  return own;
}

function keep(kept: Map<string, Kept>, key: string, names: KnownNames): void {
  kept.delete(key);
  kept.set(key, { readAt: performance.now(), names });
  const [oldest] = kept.keys();
  if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
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

async function readNames(db: Database, places: Places): Promise<{ names: KnownNames; customers: number }> {
  const providers = providersOf(places);
  const within = providers === null ? sql`` : sql`and provider_id = any(${[...providers]}::uuid[])`;
  const of = (column: string) => sql`
    select ${sql.ref(column)} as name, count(*)::int as customers from users
    where permission_role_id = ${customerRole} and ${sql.ref(column)} is not null ${within} group by 1`;
  const { rows } = await sql<{ name: string; customers: number }>`
    ${of('last_name')} union all ${of('first_name')}`.execute(db);
  const customers = rows.reduce((sum, row) => sum + row.customers, 0) / 2;
  return { names: namesOf(rows), customers };
}

const keyOf = (places: Places) => (providersOf(places)?.toSorted() ?? ['all']).join();

/** Reads the names of a scope, once for all searches that wait for them at the same time. Those of many customers are kept. */
function readOnce(db: Database, { kept, reading }: OfDatabase, places: Places): Promise<KnownNames> {
  const key = keyOf(places);
  const running = reading.get(key);
  if (running) return running;
  const read = readNames(db, places)
    .then(({ names, customers }) => {
      if (customers > fewCustomers) keep(kept, key, names);
      return names;
    })
    .finally(() => reading.delete(key));
  reading.set(key, read);
  return read;
}

/**
 * Begins to read the names of all customers, once in a process: that takes most of a second among a million, for which the first search with
 * a wrong letter would wait. A person has typed other letters before.
 */
export function beginKnownNames(db: Database, places: Places): void {
  const own = knownOf(db);
  if (places.working !== null || own.isBegun) return;
  own.isBegun = true;
  // A later search tries again.
  readOnce(db, own, places).catch(() => {});
}

/**
 * Returns the names of the customers of a scope, and of no other customer, so that a forgiven letter depends on nothing outside of it.
 * Those of many customers are at most some minutes old: older ones are used while they are read again.
 */
export async function knownNames(db: Database, places: Places): Promise<KnownNames> {
  const own = knownOf(db);
  const key = keyOf(places);
  const last = own.kept.get(key);
  if (!last) {
    const running = own.reading.get(key);
    const names = await running;
    // Names of few customers must be those of now, and another search began to read these earlier.
    return names && own.kept.has(key) ? names : readOnce(db, own, places);
  }
  // A later search tries again.
  if (performance.now() - last.readAt > maximumAgeMs) readOnce(db, own, places).catch(() => {});
  return last.names;
}
