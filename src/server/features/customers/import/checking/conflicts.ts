import { sql } from 'kysely';
import type { Scope } from '../../../../../domain/access/scope.ts';
import { issuesOfCard, medicareCard } from '../../../../../domain/fields.ts';
import type { ImportedCustomer, RowProblem } from '../../../../../domain/customers/import/row.ts';
import type { SameKind } from '../../../../../domain/customers/import/same-person.ts';
import { customerRole } from '../../../../db/customer-role.ts';
import { inScope } from '../../../../db/lists/scope.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';

/** A customer whom a line may name. */
export type Same = { kind: SameKind; personId: string };

/** Reason in the database against adding a customer: an account that the importer cannot see, or a person who may be the same. */
export type Conflict = { problem: RowProblem; same: null } | { problem: null; same: Same };

/**
 * Scope of the comparison: the provider whose customers are compared by ID, and the customers whom the importer can change, who
 * are compared by everything else.
 */
export type Comparison = { providerId: string; scope: Scope };

/** A customer of a list; a null house is the provider of the list. */
export type Placed = { customer: ImportedCustomer; house: string | null };

/** Id of an account with the same data as a line; null if the importer cannot see that account. */
type Holder = string | null;

type Known = {
  emails: ReadonlyMap<string, Holder>;
  /** Keyed by the hash of the card and the birth date. */
  cards: ReadonlyMap<string, Holder>;
  /** Keyed by the provider and the customer ID. */
  ids: ReadonlyMap<string, string>;
  /** Keyed by the customer's position in the query. */
  names: ReadonlyMap<number, string>;
};

const keyOf = (hash: Buffer, birthDate: string | null) => `${hash.toString('base64')} ${birthDate}`;

type Sealing = Pick<Services, 'keyring'>;

/** Returns the keyed hashes that find another account of the same person (D-38), by all keys of the product. */
const cardHashes = ({ keyring }: Sealing, number: string) =>
  keyring.blindIndexes('medicare-card', medicareCard(number));

/** Returns the same for accounts whose cards are not indexed yet: hashes of the whole number, for every issue of the card. */
const numberHashes = ({ keyring }: Sealing, number: string) =>
  issuesOfCard(number).flatMap((each) => keyring.blindIndexes('medicare', each));

/** Returns the SQL column for whether an account is a customer whom the importer can change. */
const isVisible = ({ scope }: Comparison) =>
  sql<boolean>`users.permission_role_id = ${customerRole} and ${inScope(scope, { person: 'users.id', provider: 'users.provider_id' })}`;

/**
 * Returns the reason why each customer cannot simply be added, in the order of the input; null for no reason. Takes five queries
 * for any number of customers, and one more while some cards are not indexed yet.
 */
export async function conflictsOf(
  tx: Tx,
  services: Sealing,
  comparison: Comparison,
  placed: readonly Placed[],
): Promise<(Conflict | null)[]> {
  const customers = placed.map(({ customer }) => customer);
  const numbers = customers.map(({ medicare_number }) => medicare_number);
  const hashes = numbers.map((number) => (number === null ? [] : cardHashes(services, number)));
  // Queried first: a card that is indexed after this is found by the query for cards.
  const isAnyUnindexed = await hasUnindexed(tx);
  const known = await findKnown(tx, comparison, placed, hashes.flat());
  const older = numbers.map((number) =>
    number === null || !isAnyUnindexed ? [] : numberHashes(services, number),
  );
  const cards = new Map([...known.cards, ...(await findNumbers(tx, comparison, older.flat()))]);
  return customers.map(({ email, birth_date, customer_id }, at) => {
    const byEmail = email === null ? undefined : known.emails.get(email);
    if (byEmail !== undefined) return conflict('email', byEmail, 'error.userExists');
    const byCard = [...hashes[at]!, ...older[at]!]
      .map((hash) => cards.get(keyOf(hash, birth_date)))
      .find((holder) => holder !== undefined);
    if (byCard !== undefined) return conflict('medicare_number', byCard, 'error.medicareExists');
    const house = placed[at]!.house ?? comparison.providerId;
    const byId = customer_id === null ? undefined : known.ids.get(`${house} ${customer_id}`);
    if (byId !== undefined) return conflict('customer_id', byId, 'error.customer.idTaken');
    const byName = known.names.get(at);
    return byName === undefined ? null : { problem: null, same: { kind: 'name', personId: byName } };
  });
}

const conflict = (
  kind: Exclude<SameKind, 'name'>,
  holder: Holder,
  message: RowProblem['message'],
): Conflict =>
  holder === null
    ? { problem: { field: kind, message }, same: null }
    : { problem: null, same: { kind, personId: holder } };

/**
 * Whether any card is not indexed yet. The order makes PostgreSQL use the partial index of those, which is empty, instead of
 * reading the whole table.
 */
async function hasUnindexed(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select id from users where medicare_index is distinct from medicare_card_of order by id limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

type Found = { id: string; visible: boolean };

const holderOf = ({ id, visible }: Found): Holder => (visible ? id : null);

async function findNumbers(
  tx: Tx,
  comparison: Comparison,
  hashes: readonly Buffer[],
): Promise<[string, Holder][]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<Found & { hash: Buffer; dob: string | null }>`
    select medicare_index as hash, dob, id, ${isVisible(comparison)} as visible
    from users where medicare_index = any(${hashes}::bytea[])`.execute(tx);
  return rows.map((row) => [keyOf(row.hash, row.dob), holderOf(row)]);
}

async function findKnown(
  tx: Tx,
  comparison: Comparison,
  placed: readonly Placed[],
  hashes: readonly Buffer[],
): Promise<Known> {
  const customers = placed.map(({ customer }) => customer);
  const emails = customers.flatMap(({ email }) => email ?? []);
  const named = placed.filter(({ customer }) => customer.customer_id !== null);
  const visible = isVisible(comparison);
  const [byEmail, byCard, byId, byName] = await Promise.all([
    sql<Found & { email: string }>`
      select email, id, ${visible} as visible from users where email = any(${emails}::text[])
      union all select legacy_email, id, ${visible} from users where legacy_email = any(${emails}::text[])`.execute(
      tx,
    ),
    hashes.length === 0
      ? { rows: [] }
      : sql<Found & { hash: Buffer; dob: string | null }>`
          select medicare_card as hash, dob, id, ${visible} as visible
          from users where medicare_card = any(${hashes}::bytea[])`.execute(tx),
    named.length === 0
      ? { rows: [] }
      : sql<{ provider_id: string; customer_id: string; id: string }>`
          select users.provider_id, users.customer_id, users.id
          from unnest(
            ${named.map(({ house }) => house ?? comparison.providerId)}::uuid[],
            ${named.map(({ customer }) => customer.customer_id)}::text[]
          ) as n (provider_id, customer_id)
          join users on users.provider_id = n.provider_id and users.customer_id = n.customer_id`.execute(tx),
    findNames(tx, visible, customers),
  ]);
  return {
    emails: new Map(byEmail.rows.map((row) => [row.email, holderOf(row)])),
    cards: new Map(byCard.rows.map((row) => [keyOf(row.hash, row.dob), holderOf(row)])),
    ids: new Map(byId.rows.map(({ provider_id, customer_id, id }) => [`${provider_id} ${customer_id}`, id])),
    names: new Map(byName.rows.map(({ at, id }) => [at, id])),
  };
}

/** Finds customers with the same names and birth date, ignoring case. Lines without a birth date match no customer. */
function findNames(
  tx: Tx,
  visible: ReturnType<typeof isVisible>,
  customers: readonly ImportedCustomer[],
): Promise<{ rows: { at: number; id: string }[] }> {
  const born = customers.flatMap((customer, at) => (customer.birth_date === null ? [] : { ...customer, at }));
  if (born.length === 0) return Promise.resolve({ rows: [] });
  return sql<{ at: number; id: string }>`
    select n.at, users.id
    from unnest(
      ${born.map(({ at }) => at)}::int[], ${born.map(({ first_name }) => first_name)}::text[],
      ${born.map(({ last_name }) => last_name)}::text[], ${born.map(({ birth_date }) => birth_date)}::date[]
    ) as n (at, first_name, last_name, dob)
    join users on users.dob = n.dob and lower(users.last_name) = lower(n.last_name)
      and lower(users.first_name) = lower(n.first_name)
    where ${visible}`.execute(tx);
}
