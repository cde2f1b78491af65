import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { isPlaceholderEmail } from '../../../domain/customers/placeholder-email.ts';
import {
  careFacilityFields,
  type CareFacilityWords,
} from '../../../domain/inputs/organisation/care-facility.ts';
import {
  careFacilityList,
  careFacilityNameList,
  facilityCustomerList,
} from '../../../domain/lists/definitions/care-facilities.ts';
import type { Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { hasWords } from '../../db/lists/list-filters.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A place of care that is not a provider (ENT-18). */
export type CareFacility = {
  id: string;
  provider_name: string;
  service_name: string | null;
  address: string | null;
  suburb: string | null;
  state: string | null;
  postcode: string | null;
  care_type: string | null;
  created_at: Date;
  /** Number of attached customers, including archived ones; while there are any, the facility cannot be deleted. */
  customers: number;
  /** Number of saves. */
  version: number;
};

const facilityRows = (tx: Tx) =>
  tx.selectFrom('customer_providers').select([
    'customer_providers.id',
    'customer_providers.provider_name',
    'customer_providers.service_name',
    'customer_providers.address',
    'customer_providers.suburb',
    'customer_providers.state',
    'customer_providers.postcode',
    'customer_providers.care_type',
    'customer_providers.created_at',
    'customer_providers.version',
    sql<number>`(
        select count(*)::int from users where users.customer_provider_id = customer_providers.id)`.as(
      'customers',
    ),
  ]);

const source = listSource(careFacilityList, {
  rows: (tx, _scope: Scope) => facilityRows(tx),
  id: 'customer_providers.id',
  filters: { search: (words) => hasWords('customer_providers.search', words) },
  sorts: { created_at: 'customer_providers.created_at' },
});

/** Returns a page of the care facilities, newest first. The caller checks access. */
export const findFacilities = (
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof careFacilityList>,
): Promise<Page<CareFacility>> => readPage(tx, source, scope, query);

/** Returns a facility by id; null if there is none. A write locks it. */
export async function findFacility(
  tx: Tx,
  id: string,
  options: { lock?: true } = {},
): Promise<CareFacility | null> {
  const query = facilityRows(tx).where('customer_providers.id', '=', id);
  return (await (options.lock ? query.forUpdate('customer_providers') : query).executeTakeFirst()) ?? null;
}

/** Returns a facility's values for the form, with empty strings for missing ones. */
export const wordsOf = (facility: CareFacility): CareFacilityWords =>
  Object.fromEntries(careFacilityFields.map((field) => [field, facility[field] ?? ''])) as CareFacilityWords;

const rowOf = ({ provider_name, ...rest }: CareFacilityWords) => ({
  provider_name,
  service_name: rest.service_name || null,
  address: rest.address || null,
  suburb: rest.suburb || null,
  state: rest.state || null,
  postcode: rest.postcode || null,
  care_type: rest.care_type || null,
});

/** Stores a new facility and returns its id. */
export async function insertFacility(tx: Tx, words: CareFacilityWords, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('customer_providers')
    .values({ ...rowOf(words), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the values of the form, and increments the version. */
export async function saveFacility(tx: Tx, id: string, words: CareFacilityWords): Promise<void> {
  await tx
    .updateTable('customer_providers')
    .set({ ...rowOf(words), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function removeFacility(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('customer_providers').where('id', '=', id).execute();
}

/** A facility to choose, with the fields that distinguish it from others of the same name. */
export type FacilityName = Pick<CareFacility, 'id' | 'provider_name' | 'service_name' | 'suburb' | 'state'>;

const nameSource = listSource(careFacilityNameList, {
  rows: (tx, _scope: Scope) =>
    tx
      .selectFrom('customer_providers')
      .select([
        'customer_providers.id',
        'customer_providers.provider_name',
        'customer_providers.service_name',
        'customer_providers.suburb',
        'customer_providers.state',
      ]),
  id: 'customer_providers.id',
  filters: { searchQuery: (words) => hasWords('customer_providers.search', words) },
  sorts: { name: 'customer_providers.search' },
});

/** Returns a page of the facilities by name. The caller checks access. */
export const findFacilityNames = (
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof careFacilityNameList>,
): Promise<Page<FacilityName>> => readPage(tx, nameSource, scope, query);

/** A customer attached to a facility. */
export type FacilityCustomer = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  /** Null for a placeholder address. */
  email: string | null;
  provider: string | null;
};

/** Returns a page of the customers attached to a facility. The caller checks access. */
export async function findFacilityCustomers(
  tx: Tx,
  scope: Scope,
  facilityId: string,
  query: ListQuery<typeof facilityCustomerList>,
): Promise<Page<FacilityCustomer>> {
  const customers = listSource(facilityCustomerList, {
    rows: (from, _scope: Scope) =>
      from
        .selectFrom('users')
        .leftJoin('providers', 'providers.id', 'users.provider_id')
        .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
        .select('providers.name as provider')
        .where('users.customer_provider_id', '=', facilityId),
    id: 'users.id',
    filters: {},
    sorts: { id: 'users.id' },
  });
  const page = await readPage(tx, customers, scope, query);
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, email: isPlaceholderEmail(row.email) ? null : row.email })),
  };
}

/** Returns a facility's id and name, and protects it from deletion until the transaction ends; null if there is none. */
export async function holdFacility(tx: Tx, id: string): Promise<{ id: string; name: string } | null> {
  const row = await tx
    .selectFrom('customer_providers')
    .select(['id', 'provider_name as name'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the facility of a customer. */
export async function facilityOf(tx: Tx, userId: string): Promise<{ id: string; name: string } | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('customer_providers', 'customer_providers.id', 'users.customer_provider_id')
    .select(['customer_providers.id', 'customer_providers.provider_name as name'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Attaches a customer to a facility, or to none. */
export async function attach(tx: Tx, userId: string, facilityId: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ customer_provider_id: facilityId, updated_at: now })
    .where('id', '=', userId)
    .execute();
}
