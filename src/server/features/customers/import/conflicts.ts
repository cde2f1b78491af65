import { sql } from 'kysely';
import { issuesOfCard, medicareCard } from '../../../../domain/fields.ts';
import type { ImportedCustomer, RowProblem } from '../../../../domain/customers/import/row.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

type Known = {
  emails: ReadonlySet<string>;
  /** Keyed hashes of cards, each with the birth date behind it. */
  cards: ReadonlySet<string>;
  ids: ReadonlySet<string>;
};

const keyOf = (hash: Buffer, birthDate: string | null) => `${hash.toString('base64')} ${birthDate}`;

type Sealing = Pick<Services, 'keyring'>;

/** The keyed hashes by which another account of the same person is found (D-38), by all keys that the product has. */
const cardHashes = ({ keyring }: Sealing, number: string) =>
  keyring.blindIndexes('medicare-card', medicareCard(number));

/** The same for accounts whose cards were not indexed yet: by the whole number, of any issue of the card. */
const numberHashes = ({ keyring }: Sealing, number: string) =>
  issuesOfCard(number).flatMap((each) => keyring.blindIndexes('medicare', each));

/**
 * What keeps customers from being added beside those whom the database knows, in their order; null for nothing. Four questions,
 * however many customers, and one more while there are cards that were not indexed yet.
 */
export async function conflictsOf(
  tx: Tx,
  services: Sealing,
  providerId: string,
  customers: readonly ImportedCustomer[],
): Promise<(RowProblem | null)[]> {
  const numbers = customers.map(({ medicare_number }) => medicare_number);
  const hashes = numbers.map((number) => (number === null ? [] : cardHashes(services, number)));
  // Asked first: a card that is indexed behind it is found by the question for cards.
  const isAnyUnindexed = await hasUnindexed(tx);
  const known = await findKnown(tx, providerId, customers, hashes.flat());
  const older = numbers.map((number) =>
    number === null || !isAnyUnindexed ? [] : numberHashes(services, number),
  );
  const cards = new Set([...known.cards, ...(await findNumbers(tx, older.flat()))]);
  return customers.map(({ email, birth_date, customer_id }, at) => {
    if (known.emails.has(email)) return { field: 'email', message: 'error.userExists' };
    if ([...hashes[at]!, ...older[at]!].some((hash) => cards.has(keyOf(hash, birth_date))))
      return { field: 'medicare_number', message: 'error.medicareExists' };
    if (customer_id !== null && known.ids.has(customer_id))
      return { field: 'customer_id', message: 'error.customer.idTaken' };
    return null;
  });
}

/** Whether any card was not indexed yet. In the order of the index of just those: it is empty, where a table would be read whole. */
async function hasUnindexed(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select id from users where medicare_index is distinct from medicare_card_of order by id limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

async function findNumbers(tx: Tx, hashes: readonly Buffer[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ hash: Buffer; dob: string | null }>`
    select medicare_index as hash, dob from users where medicare_index = any(${hashes}::bytea[])`.execute(tx);
  return rows.map(({ hash, dob }) => keyOf(hash, dob));
}

async function findKnown(
  tx: Tx,
  providerId: string,
  customers: readonly ImportedCustomer[],
  hashes: readonly Buffer[],
): Promise<Known> {
  const emails = customers.map(({ email }) => email);
  const ids = customers.flatMap(({ customer_id }) => customer_id ?? []);
  const [byEmail, byCard, byId] = await Promise.all([
    sql<{ email: string }>`
      select email from users where email = any(${emails}::text[])
      union all select legacy_email from users where legacy_email = any(${emails}::text[])`.execute(tx),
    hashes.length === 0
      ? { rows: [] }
      : sql<{ hash: Buffer; dob: string | null }>`
          select medicare_card as hash, dob from users where medicare_card = any(${hashes}::bytea[])`.execute(
          tx,
        ),
    ids.length === 0
      ? { rows: [] }
      : sql<{ customer_id: string }>`
          select customer_id from users
          where provider_id = ${providerId} and customer_id = any(${ids}::text[])`.execute(tx),
  ]);
  return {
    emails: new Set(byEmail.rows.map(({ email }) => email)),
    cards: new Set(byCard.rows.map(({ hash, dob }) => keyOf(hash, dob))),
    ids: new Set(byId.rows.map(({ customer_id }) => customer_id)),
  };
}
