import { sql, type RawBuilder } from 'kysely';
import type { FoundResident } from '../../../../domain/customers/find/found.ts';
import type { Reading } from '../../../../domain/customers/find/typed.ts';
import { planStateOf, type PlanProgress } from '../../../../domain/customers/plan-state.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { customPlan } from '../../../db/connection/prepared-statements.ts';
import { containingUnread } from '../../../db/lists/list-filters.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { partsToLookFor, type PartCount } from '../list/search/parts.ts';
import { asidePlaced, placedIn, placesOfSide, providersOf, type Places } from './places-to-find.ts';

/** Maximum number of customers that one query reads, of whom the best are returned. */
export const mostRead = 60;

/** The same for words with a year of birth or a short number: many customers with the words must be read for each. */
const mostCompared = 20;

/** Maximum number of providers for which the search index is used: it reads a list for each. */
const mostIndexed = 100;

type Found = Omit<FoundResident, 'plan_state' | 'set_aside'> & {
  plan: PlanProgress;
  locked: boolean;
  review: boolean;
  archived_house: boolean;
  removing: boolean;
  set_aside: boolean;
};

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

const any = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** A literal, because the partial index `customer_list_find` is used only for the same condition. */
const hasOtherLetters = sql<boolean>`customer_list.search ~ '[^ -~]|[''\`]'`;
const plainWords = sql`customer_list.search`;
const otherWords = sql`customer_find(customer_list.search)`;

const inProviders = (places: Places): RawBuilder<boolean>[] => {
  const providers = providersOf(places);
  return providers && providers.length <= mostIndexed
    ? [sql<boolean>`array[customer_list.provider_id] && ${[...providers]}::uuid[]`]
    : [];
};

/**
 * Returns the condition that a customer has every term, for the index of plain words. The planner does not see the parts, so that the
 * statement is planned once.
 */
function hasTerms(terms: readonly string[], { places, countOf }: At): RawBuilder<boolean> {
  const most = terms.length === 1 ? 2 : 1;
  const found = terms.map((term) => ({ term, parts: partsToLookFor(term, most, countOf) }));
  return all([
    ...found.flatMap(({ parts }) => parts.map((part) => containingUnread(plainWords, part))),
    ...inProviders(places),
    // The index's rows are compared with the part, which says the same for a whole term.
    ...found
      .filter(({ term, parts }) => parts.length !== 1 || parts[0] !== term)
      .map(({ term }) => sql<boolean>`strpos(${plainWords}, ${term}) > 0`),
  ]);
}

/**
 * Returns the same condition for the index of other letters. Its lists are short, and converting words is slow: with whole terms the words of
 * a row are converted once for each.
 */
const hasOtherTerms = (terms: readonly string[], { places }: At): RawBuilder<boolean> =>
  all([hasOtherLetters, ...terms.map((term) => containingUnread(otherWords, term)), ...inProviders(places)]);

/** Returns the condition that a customer has a term, without an index. Words without other letters are not converted, which is slow. */
const hasTerm = (term: string) =>
  sql<boolean>`(strpos(${plainWords}, ${term}) > 0 or (${hasOtherLetters} and strpos(${otherWords}, ${term}) > 0))`;

const begins = (key: RawBuilder<unknown>, text: string) =>
  sql<boolean>`(${key} >= ${text} collate "C" and ${key} < ${`${text}\u{10FFFF}`} collate "C")`;

const idKey = sql`(customer_id_key(users.customer_id) collate "C")`;
const numberKey = sql`(substring(customer_id_key(users.customer_id) from '[0-9].*') collate "C")`;

/** Whether few people have the birth date or the ID of a reading: four digits of an ID, or five letters and digits. */
const isRare = ({ born, idBegins }: Reading) =>
  (born !== null && 'days' in born) || /\d{4}|.{5}/.test(idBegins ?? '');

const bornInYear = (year: string) =>
  sql<boolean>`users.dob between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`;

type OnPerson = { condition: RawBuilder<boolean>; key: RawBuilder<unknown> };

/** Returns the conditions on the person for one reading, and the key by whose index each finds people; none without such a condition. */
function conditionsOn({ born, idBegins }: Reading): OnPerson[] {
  const isCustomer = sql<boolean>`users.permission_role_id = ${customerRole}`;
  if (born) {
    const dates =
      'days' in born ? sql<boolean>`users.dob = any(${[...born.days]}::date[])` : bornInYear(born.year);
    return [{ condition: all([isCustomer, dates]), key: sql`users.dob` }];
  }
  if (idBegins === null) return [];
  const hasId = all([isCustomer, sql<boolean>`users.customer_id is not null`]);
  return (/^\d/.test(idBegins) ? [idKey, numberKey] : [idKey]).map((key) => ({
    condition: all([hasId, begins(key, idBegins)]),
    key,
  }));
}

export type At = { places: Places; countOf: PartCount };

/**
 * Returns the query of customers by a rare birth date or ID, or by any in a large scope. `offset 0` keeps the order of reading: the people
 * first, by their index, and for each the customer.
 */
const byPerson = (
  { condition, key }: OnPerson,
  placed: RawBuilder<boolean>,
  terms: readonly string[],
) => sql`(select user_id from (select id from users where ${condition} order by ${key} offset 0) person,
  lateral (select user_id from customer_list
    where user_id = person.id and ${all([placed, ...terms.map(hasTerm)])} offset 0) own
  limit ${sql.lit(mostRead)})`;

/**
 * Returns the query of the customers in a room, for whom the index of rooms is used: it has them in this order. The planner does not see the
 * room, so that the statement is planned once.
 */
const inRoom = (
  room: string,
  placed: RawBuilder<boolean>,
  terms: readonly string[],
  order: RawBuilder<unknown>,
) =>
  sql`(select user_id from customer_list
    where ${all([placed, sql<boolean>`customer_list.sort_room = (select room_sort(${room}))`, ...terms.map(hasTerm)])}
    order by ${order} limit ${sql.lit(mostRead)})`;

/** The name of a reading that is one plain word with a year of birth; null for another reading. */
function nameOfYear({ names, terms, born }: Reading): { name: string; year: string } | null {
  const [name = ''] = names;
  const isOne = names.length === 1 && terms.length === 1 && /^[a-z]+$/.test(name);
  return isOne && born !== null && 'year' in born ? { name, year: born.year } : null;
}

/** Returns the queries of the customers with a whole name, the family or the given one, who are born in a year: two indexes have them. */
const namedInYear = (name: string, year: string, placed: RawBuilder<boolean>) =>
  [sql`lower(users.last_name)`, sql`lower(users.first_name)`].map(
    (key) => sql`(select user_id from (select id from users
      where users.permission_role_id = ${customerRole} and ${key} = ${name} and ${bornInYear(year)} order by ${key}, dob, id offset 0) person,
    lateral (select user_id from customer_list where user_id = person.id and ${placed} offset 0) own
    limit ${sql.lit(mostCompared)})`,
  );

/** Which index answers: that of plain words, or that of names with other letters. */
export type Kind = 'plain' | 'other';
/** The same, or the indexes of whole names with a year of birth. */
type KindOfYear = Kind | 'named';
const bothKinds = ['plain', 'other'] as const;

export const conditionOf = (kind: Kind, terms: readonly string[], at: At): RawBuilder<boolean> =>
  kind === 'plain' ? hasTerms(terms, at) : hasOtherTerms(terms, at);

/**
 * Returns the query of customers with words. Its condition is planned as if all customers with the words were read, for the search index: with
 * the limit in sight, the planner reads the table from its beginning.
 */
export const withWords = (condition: RawBuilder<unknown>, most: number) =>
  sql`(with having_words as materialized (select user_id from customer_list where ${condition})
    select user_id from having_words limit ${sql.lit(most)})`;

/** Returns the queries of the ids of customers whom a reading means, by kinds of words; those without words with the plain ones. */
function queriesOf(
  reading: Reading,
  side: 'current' | 'aside',
  at: At,
  kinds: readonly KindOfYear[],
): RawBuilder<unknown>[] {
  const { places } = at;
  const { terms, room } = reading;
  const isFirst = !kinds.includes('other') || kinds.length > 1;
  const placed = placedIn(places, side);
  if (room !== null)
    return !isFirst
      ? []
      : placesOfSide(places, side).map((each, index) => {
          const isArchived = side === 'aside' && index === 0;
          return inRoom(room, each, terms, isArchived ? sql`provider_id` : sql`user_id`);
        });
  const onPerson = conditionsOn(reading);
  const isLarge = (providersOf(places)?.length ?? Infinity) > mostIndexed;
  if (onPerson.length > 0 && (isRare(reading) || (terms.length === 0 && isLarge)))
    return isFirst ? onPerson.map((each) => byPerson(each, placed, terms)) : [];
  const [most, ofPerson] =
    onPerson.length === 0
      ? [mostRead, sql<boolean>`true`]
      : // A query of one row each, so that only the people with the words are read.
        [
          mostCompared,
          sql<boolean>`(select ${any(onPerson.map(({ condition }) => condition))} from users where users.id = user_id)`,
        ];
  if (terms.length === 0)
    return !isFirst
      ? []
      : [sql`(select user_id from customer_list where ${placed} and ${ofPerson} limit ${sql.lit(most)})`];
  const sided = side === 'current' ? placed : asidePlaced(places);
  const named = nameOfYear(reading);
  return kinds.flatMap((kind) => {
    if (kind === 'named' && named) return namedInYear(named.name, named.year, placed);
    const wordKind = kind === 'other' ? kind : 'plain';
    return [withWords(sql`${sided} and ${conditionOf(wordKind, terms, at)} and ${ofPerson}`, most)];
  });
}

const residentOf = ({
  plan,
  locked,
  review,
  archived_house,
  removing,
  set_aside,
  ...own
}: Found): FoundResident => ({
  ...own,
  plan_state: planStateOf(plan, { locked, review }),
  set_aside: removing ? 'removing' : set_aside ? 'archived' : archived_house ? 'archived_house' : 'none',
});

export async function read(tx: Tx, ids: RawBuilder<unknown>): Promise<FoundResident[]> {
  const { rows } = await sql<Found>`
    select users.id, users.first_name, users.last_name, users.customer_id, users.room, customer_list.provider_id, providers.name as provider,
      users.dob as birth_date, users.status as customer_status, customer_list.plan, customer_list.locked, customer_list.review,
      coalesce(providers.archived, false) as archived_house, customer_list.removal_on is not null as removing,
      customer_list.status = 'archived' as set_aside
    from (${ids}) found join customer_list using (user_id) join users on users.id = user_id
    left join providers on providers.id = customer_list.provider_id`.execute(tx);
  return rows.map(residentOf);
}

/** Maximum number of readings, and of words of each, for which the statement is prepared: few shapes are typed often. */
const mostPrepared = 3;

/** Keeps statements of rare shapes from taking the place of others among the prepared ones. */
const whenRare = (readings: readonly Reading[]) =>
  readings.length > mostPrepared || readings.some(({ terms }) => terms.length > mostPrepared)
    ? customPlan(sql`true`)
    : sql`true`;

const union = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union `);

/** Returns customers whom any of the readings means, in no order, the current ones or those who are set aside. */
export const readCandidates = (
  tx: Tx,
  readings: readonly Reading[],
  side: 'current' | 'aside',
  at: At,
  kinds: readonly KindOfYear[] = bothKinds,
): Promise<FoundResident[]> =>
  read(
    tx,
    sql`select user_id from (${union(readings.flatMap((reading) => queriesOf(reading, side, at, kinds)))}) ids where ${whenRare(readings)}`,
  );

/** Whether one plain word with a year of birth is searched among all customers, so that the indexes of whole names are used. */
export const isNameOfYear = (readings: readonly Reading[], { places }: At): boolean =>
  places.working === null && readings.some((reading) => nameOfYear(reading) !== null);

/** Whether plain words with a year of birth found as many customers as are compared. */
export const isFullOfYear = (found: readonly FoundResident[], readings: readonly Reading[]): boolean =>
  readings.some(
    ({ born, terms }) =>
      terms.length > 0 &&
      born !== null &&
      'year' in born &&
      found.filter(({ birth_date }) => birth_date?.startsWith(born.year)).length >= mostCompared,
  );

/** Whether a search read as many customers as it reads at most. */
export const isFull = (found: readonly FoundResident[]): boolean => found.length >= mostRead;
