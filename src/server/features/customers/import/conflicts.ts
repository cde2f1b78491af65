import { sql } from 'kysely';
import { issuesOfCard, medicareCard } from '../../../../domain/fields.ts';
import type { ImportedCustomer, RowProblem } from '../../../../domain/customers/import/row.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

type Known = {
  emails: ReadonlySet<string>;
  /** Keyed hashes of cards and of whole numbers, each with the birth date behind it. */
  cards: ReadonlySet<string>;
  ids: ReadonlySet<string>;
};

type Indexed = { customer: ImportedCustomer; keys: readonly string[] };

const keyOf = (hash: Buffer, birthDate: string | null) => `${hash.toString('base64')} ${birthDate}`;

/** The keyed hashes by which another account of the same person is found (D-38), by all keys that the product has. */
function hashesOf({ keyring }: Pick<Services, 'keyring'>, number: string): Buffer[] {
  return [
    ...keyring.blindIndexes('medicare-card', medicareCard(number)),
    ...issuesOfCard(number).flatMap((each) => keyring.blindIndexes('medicare', each)),
  ];
}

/**
 * What keeps customers from being added beside those whom the database knows, in their order; null for nothing. Three questions,
 * however many customers.
 */
export async function conflictsOf(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  providerId: string,
  customers: readonly ImportedCustomer[],
): Promise<(RowProblem | null)[]> {
  const hashes: Buffer[] = [];
  const indexed = customers.map((customer): Indexed => {
    if (customer.medicare_number === null) return { customer, keys: [] };
    const own = hashesOf(services, customer.medicare_number);
    hashes.push(...own);
    return { customer, keys: own.map((hash) => keyOf(hash, customer.birth_date)) };
  });
  const known = await findKnown(tx, providerId, customers, hashes);
  return indexed.map(({ customer: { email, customer_id }, keys }) => {
    if (known.emails.has(email)) return { field: 'email', message: 'error.userExists' };
    if (keys.some((key) => known.cards.has(key)))
      return { field: 'medicare_number', message: 'error.medicareExists' };
    if (customer_id !== null && known.ids.has(customer_id))
      return { field: 'customer_id', message: 'error.customer.idTaken' };
    return null;
  });
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
          select medicare_card as hash, dob from users where medicare_card = any(${hashes}::bytea[])
          union all select medicare_index, dob from users where medicare_index = any(${hashes}::bytea[])`.execute(
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
