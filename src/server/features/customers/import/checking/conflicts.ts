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

/** What the database has against adding a customer: an account that the importer may not see, or a person who may be the same. */
export type Conflict = { problem: RowProblem; same: null } | { problem: null; same: Same };

/** To whom lines are compared: the customers of a provider by their ID, and those whom the importer may change by all else. */
export type Comparison = { providerId: string; scope: Scope };

/** A customer of a list; a null house is the provider of the list. */
export type Placed = { customer: ImportedCustomer; house: string | null };

/** An account that has what a line names; null for one that the importer may not see. */
type Holder = string | null;

type Known = {
  emails: ReadonlyMap<string, Holder>;
  /** By keyed hashes of cards, each with the birth date behind it. */
  cards: ReadonlyMap<string, Holder>;
  /** By the provider and the customer ID behind it. */
  ids: ReadonlyMap<string, string>;
  /** By the place of the customer in the question. */
  names: ReadonlyMap<number, string>;
};

const keyOf = (hash: Buffer, birthDate: string | null) => `${hash.toString('base64')} ${birthDate}`;

type Sealing = Pick<Services, 'keyring'>;

/** The keyed hashes by which another account of the same person is found (D-38), by all keys that the product has. */
const cardHashes = ({ keyring }: Sealing, number: string) =>
  keyring.blindIndexes('medicare-card', medicareCard(number));

/** The same for accounts whose cards were not indexed yet: by the whole number, of any issue of the card. */
const numberHashes = ({ keyring }: Sealing, number: string) =>
  issuesOfCard(number).flatMap((each) => keyring.blindIndexes('medicare', each));

/** Whether an account is a customer whom the importer may change, as a column of a statement. */
const isVisible = ({ scope }: Comparison) =>
  sql<boolean>`users.permission_role_id = ${customerRole} and ${inScope(scope, { person: 'users.id', provider: 'users.provider_id' })}`;

/**
 * What keeps customers from being added beside those whom the database knows, in their order; null for nothing. Five questions,
 * however many customers, and one more while there are cards that were not indexed yet.
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
  // Asked first: a card that is indexed behind it is found by the question for cards.
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

/** Whether any card was not indexed yet. In the order of the index of just those: it is empty, where a table would be read whole. */
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

/** Customers of the same names and birth date, in any case of the letters. Lines without a birth date match no customer. */
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
