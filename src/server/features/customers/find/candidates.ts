import { sql, type RawBuilder } from 'kysely';
import type { FoundResident } from '../../../../domain/customers/find/found.ts';
import type { Reading } from '../../../../domain/customers/find/typed.ts';
import { planStateOf, type PlanProgress } from '../../../../domain/customers/plan-state.ts';
import { customPlan } from '../../../db/connection/prepared-statements.ts';
import { escaped } from '../../../db/lists/list-filters.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { partsToLookFor, type PartCount } from '../list/search/parts.ts';
import { placedIn, providersOf, type Places } from './places-to-find.ts';

/** Maximum number of customers that one query reads, of whom the best are returned. */
const mostRead = 60;

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

/** A literal, because the partial index `customer_list_find` is used only for the same condition. */
const hasOtherLetters = sql<boolean>`customer_list.search ~ '[^ -~]|[''\`]'`;
const plainWords = sql`customer_list.search`;
const otherWords = sql`customer_find(customer_list.search)`;

/** Returns the condition that a customer has every term, for the index of plain words or that of other letters. */
function hasTerms(
  terms: readonly string[],
  words: RawBuilder<unknown>,
  { places, countOf }: At,
): RawBuilder<boolean> {
  const providers = providersOf(places);
  const most = terms.length === 1 ? 2 : 1;
  const parts = terms.flatMap((term) => partsToLookFor(term, most, countOf));
  return all([
    ...parts.map((part) => customPlan(sql<boolean>`${words} like ${`%${escaped(part)}%`}`)),
    ...(providers && providers.length <= mostIndexed
      ? [sql<boolean>`array[customer_list.provider_id] && ${[...providers]}::uuid[]`]
      : []),
    ...terms.map((term) => sql<boolean>`strpos(${words}, ${term}) > 0`),
  ]);
}

const begins = (key: RawBuilder<unknown>, text: string) =>
  sql<boolean>`(${key} >= ${text} collate "C" and ${key} < ${`${text}\u{10FFFF}`} collate "C")`;

const idKey = sql`customer_id_key(users.customer_id)`;
const numberKey = sql`(substring(customer_id_key(users.customer_id) from '[0-9].*') collate "C")`;

/** Returns the conditions on the person for one reading: each is a query of its own with its own index. */
function conditionsOn({ born, idBegins }: Reading): RawBuilder<boolean>[] {
  const isCustomer = sql<boolean>`users.permission_role_id = 5`;
  if (born && 'days' in born)
    return [all([isCustomer, sql<boolean>`users.dob = any(${[...born.days]}::date[])`])];
  if (born)
    return [
      all([
        isCustomer,
        sql<boolean>`users.dob between ${`${born.year}-01-01`}::date and ${`${born.year}-12-31`}::date`,
      ]),
    ];
  if (idBegins === null) return [sql<boolean>`true`];
  const hasId = all([isCustomer, sql<boolean>`users.customer_id is not null`]);
  const keys = /^\d/.test(idBegins) ? [idKey, numberKey] : [idKey];
  return keys.map((key) => all([hasId, begins(key, idBegins)]));
}

type At = { places: Places; countOf: PartCount };

/** Returns the queries of the ids of customers whom a reading means. */
function queriesOf(reading: Reading, side: 'current' | 'aside', at: At): RawBuilder<unknown>[] {
  const placed = placedIn(at.places, side);
  const withWords =
    reading.terms.length === 0
      ? [sql<boolean>`true`]
      : [
          hasTerms(reading.terms, plainWords, at),
          all([hasOtherLetters, hasTerms(reading.terms, otherWords, at)]),
        ];
  const isByName = reading.born === null && reading.idBegins === null;
  if (isByName)
    return withWords.map(
      (words) =>
        sql`(select user_id from customer_list where ${placed} and ${words} limit ${sql.lit(mostRead)})`,
    );
  // The birth date or the ID selects few people, whose words are then compared without an index.
  const compared =
    reading.terms.length === 0
      ? sql<boolean>`true`
      : all(reading.terms.map((term) => sql<boolean>`strpos(${otherWords}, ${term}) > 0`));
  return conditionsOn(reading).map(
    (person) => sql`(select user_id from customer_list join users on users.id = user_id
      where ${placed} and ${person} and ${compared} limit ${sql.lit(mostRead)})`,
  );
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

async function read(tx: Tx, ids: RawBuilder<unknown>): Promise<FoundResident[]> {
  const { rows } = await sql<Found>`
    select users.id, users.first_name, users.last_name, users.customer_id, users.room, customer_list.provider_id, providers.name as provider,
      users.dob as birth_date, users.status as customer_status, customer_list.plan, customer_list.locked, customer_list.review,
      coalesce(providers.archived, false) as archived_house, customer_list.removal_on is not null as removing,
      customer_list.status = 'archived' as set_aside
    from (${ids}) found join customer_list using (user_id) join users on users.id = user_id
    left join providers on providers.id = customer_list.provider_id`.execute(tx);
  return rows.map(residentOf);
}

/** Returns customers whom any of the readings means, in no order, the current ones or those who are set aside. */
export const readCandidates = (
  tx: Tx,
  readings: readonly Reading[],
  side: 'current' | 'aside',
  at: At,
): Promise<FoundResident[]> =>
  read(
    tx,
    sql.join(
      readings.flatMap((reading) => queriesOf(reading, side, at)),
      sql` union `,
    ),
  );

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
