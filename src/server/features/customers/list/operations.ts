import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { providerNameList } from '../../../../domain/lists/definitions/provider-names.ts';
import { listInput, optionalReference } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { findProviderNames } from '../../../db/lists/provider-names.ts';
import { ownHouse } from '../../../db/lists/scope.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { beginCounting, countCustomers, totalsOf, type CustomerCounts } from './counts.ts';
import { areExpected, expectedHouses, keepHouses } from './last-houses.ts';
import type { CustomerScope } from './places.ts';
import { findCustomers, readCustomers } from './store.ts';
import { countViews } from './views/view-counts.ts';

const access = { action: 'customers.read', subject: nothing } as const;

/** Returns a page of the customers whom the caller can see, with the total and the number with a complete plan (API-13). */
export const getCustomers = operation({
  name: 'getCustomers',
  kind: 'read',
  reads: 'replica',
  input: listInput(customerList),
  access,
  async run({ input, actor, tx, now, services }) {
    const query = queryOf(customerList, input);
    const scope = scopeOf(actor);
    const at = { now, today: melbourneDate(now) };
    const { status, provider_id } = query.filters;
    if (status === 'archivedHouse') {
      const apart = await countCustomers(tx, scope, provider_id, 'archived');
      const page = await findCustomers(tx, apart.within, query, Promise.resolve(apart.counts), at);
      return { ...page, ...totalsOf((await countCustomers(tx, scope, provider_id)).counts) };
    }
    const counting = beginCounting(tx, scope, provider_id);
    const find = (within: CustomerScope, counts: Promise<CustomerCounts>) =>
      findCustomers(tx, within, query, counts, at);
    // The page of one provider is queried together with the counts and the providers, of those that are expected.
    const house = query.filters.search === '' ? ownHouse(scope, provider_id) : null;
    const expected = house === null ? null : expectedHouses(services.db, house);
    const guess =
      expected === null
        ? null
        : find(
            { ...scope, providers: expected },
            counting.then(({ counts }) => counts),
          );
    guess?.catch(() => {});
    const { within, counts } = await counting;
    if (house !== null) keepHouses(services.db, house, within);
    const isRight = expected !== null && areExpected(expected, within);
    const [page, counted] = await Promise.all([guess && isRight ? guess : find(within, counts), counts]);
    return { ...page, ...totalsOf(counted) };
  },
});

/** Returns the number of customers, and how many of them have a complete plan (API-14). */
export const getAcpCounts = operation({
  name: 'getAcpCounts',
  kind: 'read',
  reads: 'replica',
  input: z.strictObject({ provider_id: optionalReference() }),
  access,
  async run({ input, actor, tx }) {
    const { counts } = await countCustomers(tx, scopeOf(actor), input.provider_id ?? null);
    return totalsOf(counts);
  },
});

/** Returns the number of customers of each view of the list (N-03), within one provider if asked. */
export const getCustomerViews = operation({
  name: 'getCustomerViews',
  kind: 'read',
  reads: 'replica',
  input: z.strictObject({ provider_id: optionalReference() }),
  access,
  async run({ input, actor, tx, now }) {
    const of = [tx, scopeOf(actor), input.provider_id ?? null] as const;
    const [{ within, counts }, apart] = await Promise.all([
      countCustomers(...of),
      countCustomers(...of, 'archived'),
    ]);
    const at = { now, today: melbourneDate(now) };
    return countViews(tx, { within, counts, ofArchivedHouses: apart.counts, at });
  },
});

/** Returns the providers whose customers the caller can see, by name. */
export const getAllProviders = operation({
  name: 'getAllProviders',
  kind: 'read',
  input: listInput(providerNameList),
  access,
  run: ({ input, actor, tx }) => findProviderNames(tx, scopeOf(actor), queryOf(providerNameList, input)),
});

/**
 * Exports all customers that match, in batches. The audit trail records who exported the list, the format of the file and the
 * filters. The search words are not recorded, because they name people.
 */
export const exportCustomers = operation({
  name: 'exportCustomers',
  kind: 'export',
  reads: 'replica',
  input: listInput(customerList, { format: z._default(z.enum(['csv', 'xlsx']), 'csv') }),
  access,
  async run({ input, actor, tx, now, rows, auditDetails }) {
    const query = queryOf(customerList, input);
    const { search, ...filters } = query.filters;
    auditDetails({ ...filters, searched: search !== '', format: input.format });
    const houses = filters.status === 'archivedHouse' ? 'archived' : 'working';
    const { within } = await countCustomers(tx, scopeOf(actor), filters.provider_id, houses);
    // Read after the transaction, at the speed of the download.
    return readCustomers(rows, within, query, { now, today: melbourneDate(now) });
  },
});
