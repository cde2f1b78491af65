import { sql } from 'kysely';
import type { FoundResident } from '../../../../domain/customers/find/found.ts';
import type { Reading } from '../../../../domain/customers/find/typed.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { partsToLookFor } from '../list/search/parts.ts';
import { conditionOf, mostRead, read, withWords, type At, type Kind } from './candidates.ts';
import { placedIn, type Places } from './places-to-find.ts';

/**
 * Number of newest customers in which a frequent term is searched first, along an index that contains their words. Names with other letters
 * are converted when they are compared, which is slower.
 */
const glanced: Record<Kind, number> = { plain: 4_000, other: 2_000 };

/** Share of the sampled texts, in thousandths, from which on `mostRead` of the glanced customers have a part of words. */
const frequentFrom: Record<Kind, number> = { plain: 15, other: 200 };

/**
 * Returns the frequent term that a reading consists of, among all customers; null for another reading. For such a term the search index
 * would gather a list of tens of thousands of customers.
 */
export function frequentTerm(reading: Reading, at: At): string | null {
  const [term] = reading.terms;
  const { born, idBegins, room } = reading;
  if (term === undefined || reading.terms.length > 1 || born || idBegins !== null || room !== null)
    return null;
  if (at.places.working !== null || !/^ ?[a-z.@]+$/.test(term)) return null;
  return term.trim().length < 3 || isFrequent('plain', term, at) ? term : null;
}

const isFrequent = (kind: Kind, term: string, { countOf }: At) =>
  partsToLookFor(term, 1, countOf).every((part) => countOf(part) >= frequentFrom[kind]);

/** Returns current customers with a frequent term: of the newest customers, or of all if these have too few. */
export function readFrequent(tx: Tx, term: string, kind: Kind, at: At): Promise<FoundResident[]> {
  const placed = placedIn(at.places, 'current');
  if (kind === 'other' && !isFrequent(kind, term, at))
    return read(tx, withWords(sql`${placed} and ${conditionOf(kind, [term], at)}`, mostRead));
  const words = kind === 'plain' ? sql`search` : sql`customer_find(search)`;
  const isOfKind = kind === 'plain' ? sql`true` : sql`search ~ '[^ -~]|[''\`]'`;
  const others = sql`${placed} and (select count(*) from among_newest) < ${sql.lit(mostRead)} and ${conditionOf(kind, [term], at)}`;
  return read(
    tx,
    sql`with among_newest as materialized (
        select user_id from (select user_id, search from customer_list where ${placed}
          order by created_at desc, user_id desc limit ${sql.lit(glanced[kind])}) newest
        where ${isOfKind} and strpos(${words}, ${term}) > 0 limit ${sql.lit(mostRead)})
      select user_id from among_newest union ${withWords(others, mostRead)}`,
  );
}

/**
 * Returns the first current customers by name whose name begins with the words in one of these orders, which an index has in order. For
 * one provider or all.
 */
export function readByName(
  tx: Tx,
  beginnings: readonly string[],
  places: Places,
  most: number,
): Promise<FoundResident[]> {
  const placed = placedIn(places, 'current');
  return read(
    tx,
    sql.join(
      beginnings.map(
        (name) => sql`(select user_id from customer_list
          where ${placed} and sort_name >= ${name} and sort_name < ${`${name}\u{10FFFF}`} and starts_with(sort_name, ${name})
          order by sort_name, user_id limit ${sql.lit(most)})`,
      ),
      sql` union `,
    ),
  );
}
