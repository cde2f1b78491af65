import { sql } from 'kysely';
import type { ExportedCustomer } from '../../../../domain/lists/definitions/customers/customer-csv.ts';
import type { CustomerRow } from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { isFiltered } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { customerRowOf } from '../customer-row.ts';
import { customerConditions, customerRows, customerSorts, type At } from '../customer-sql.ts';
import { countOf, type CustomerCounts } from './counts.ts';
import { withExportFacts } from './exporting/export-facts.ts';
import { ofProviders, type CustomerScope } from './places.ts';
import { partsOfAgain } from './views/again-parts.ts';
import { countRemovals, countStatus, isReadStatus } from './views/view-counts.ts';
import { mayBeCommon, narrowed, readSearch, type Search } from './search/search.ts';

export type CustomerQuery = ListQuery<typeof customerList>;

/** Returns the exact number when the counts contain it: for filters by plan or account only. */
function knownCount(
  counts: CustomerCounts,
  removals: number,
  { filters: { search, provider_id: _, view, status, ...others } }: CustomerQuery,
) {
  if (search !== '' || isFiltered(others)) return null;
  const isComplete = (plan: string) => view === null || plan === 'complete';
  switch (status) {
    case null:
    case 'archivedHouse':
      return countOf(counts, (kind) => kind.status !== 'archived' && isComplete(kind.plan));
    case 'draft':
    case 'none':
      return countOf(
        counts,
        ({ plan, ...kind }) => kind.status !== 'archived' && plan === status && isComplete(plan),
      );
    case 'removing':
      return removals;
    case 'archived':
    case 'invited':
    case 'suspended': {
      const known = countOf(counts, (kind) => kind.status === status && isComplete(kind.plan));
      return status === 'archived' ? known - removals : known;
    }
    default:
      return null;
  }
}

/** Number of newest customers that a search checks first. */
const glancedRows = 2_000;

type Known = {
  at: At;
  counts: Promise<CustomerCounts>;
  search: Search;
  isArchived: boolean;
};

function sourceOf({ at, counts, search, isArchived }: Known) {
  return listSource(customerList, {
    rows: (tx: Tx, scope: CustomerScope) =>
      customerRows(tx)
        .where(ofProviders(scope, 'customer_list.provider_id'))
        // As a literal in the statement: otherwise a generic plan cannot use the partial indexes of customers who are not
        // archived.
        .$if(!isArchived, (query) => query.where(sql<boolean>`customer_list.status <> 'archived'`)),
    id: 'customer_list.user_id',
    filters: customerConditions({ at, search }),
    narrowed: (_query, scope) => narrowed(search, scope),
    sorts: customerSorts,
    inIndex: ({ filters: { search: words, provider_id: _, view, status, ...others } }) =>
      words === '' &&
      (status !== 'again' || view === null) &&
      status !== 'noConversation' &&
      !isFiltered(others),
    parts: ({ providers }, query) =>
      query.filters.status === 'again' && providers === null ? partsOfAgain(query.sort.by, at) : null,
    groups: (scope) =>
      scope.providers !== null && scope.providers.length > 1
        ? {
            column: 'customer_list.provider_id',
            ids: scope.providers,
            only: (id) => ({ ...scope, providers: [id] }),
          }
        : null,
    windows: { name: 2_000 },
    // The index by date over all providers includes the words. For one provider, the search index is as fast.
    glance: ({ providers }, { filters, sort }) =>
      mayBeCommon(search) &&
      filters.search !== '' &&
      providers === null &&
      !isArchived &&
      sort.by === 'created_at'
        ? glancedRows
        : null,
    count: async (tx, scope, query) => {
      const { view, status, search: words } = query.filters;
      const completeOnly = view === 'complete';
      if (isReadStatus(status) && view === null && words === '') {
        const { count, isExact } = await countStatus(tx, scope, status, at);
        return isExact ? count : 'many';
      }
      const removals = isArchived ? await countRemovals(tx, scope, { completeOnly }) : 0;
      return knownCount(await counts, removals, query);
    },
  });
}

const isOfArchived = ({ filters: { status } }: Pick<CustomerQuery, 'filters'>) =>
  status === 'archived' || status === 'removing';

/** Loads a page of the list of customers. */
export async function findCustomers(
  tx: Tx,
  scope: CustomerScope,
  query: CustomerQuery,
  counts: Promise<CustomerCounts>,
  at: At,
): Promise<Page<CustomerRow>> {
  const search = await readSearch(tx, scope, query.filters.search);
  const source = sourceOf({ at, counts, search, isArchived: isOfArchived(query) });
  // The scope already includes the provider.
  const filters = { ...query.filters, provider_id: null };
  const page = await readPage(tx, source, scope, { ...query, filters });
  return { ...page, data: page.data.map(customerRowOf) };
}

const everyone = { counts: Promise.resolve<CustomerCounts>([]) };

/** Loads the first customers that match, in order. */
export async function findFirstCustomers(
  tx: Tx,
  scope: CustomerScope,
  query: CustomerQuery,
  at: At,
  most: number,
): Promise<CustomerRow[]> {
  const search = await readSearch(tx, scope, query.filters.search);
  const source = sourceOf({ at, ...everyone, search, isArchived: isOfArchived(query) });
  const found: CustomerRow[] = [];
  for await (const rows of readBatches(tx, source, scope, query)) {
    found.push(...rows.map(customerRowOf));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** Yields every customer that matches, in batches, with the facts that only the export has. */
export async function* readCustomers(
  tx: Tx,
  scope: CustomerScope,
  query: CustomerQuery,
  at: At,
): AsyncGenerator<ExportedCustomer[], void, void> {
  const search = await readSearch(tx, scope, query.filters.search);
  const source = sourceOf({ at, ...everyone, search, isArchived: isOfArchived(query) });
  for await (const rows of readBatches(tx, source, scope, query))
    yield await withExportFacts(tx, rows.map(customerRowOf));
}
