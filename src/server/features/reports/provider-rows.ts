import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type {
  companyReport,
  completionsReport,
  conversationsReport,
} from '../../../domain/reports/report-lists.ts';
import type { Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import type { Tx } from '../../pipeline/context.ts';
import { isPlace, type Asked } from './places.ts';

/** A provider in a report. */
export type ReportProvider = {
  id: string;
  name: string;
  /** Name of the provider above, if the caller sees it. */
  above: string | null;
  archived: boolean;
};

type ProviderReport = typeof companyReport | typeof completionsReport | typeof conversationsReport;

/**
 * Returns the source of the providers of a report: those of the scope that it is about. `numbers` is a value for each, a query by
 * `providers.id`.
 */
export const providerSource = <Numbers>(list: ProviderReport, asked: Asked, numbers: RawBuilder<Numbers>) =>
  listSource(list, {
    rows: (tx: Tx, scope: Scope) =>
      tx
        .selectFrom('providers')
        .leftJoin('providers as above', 'above.id', 'providers.parent_id')
        .where(isPlace(scope, asked) ?? sql<boolean>`true`)
        .select([
          'providers.id',
          'providers.name',
          sql<
            string | null
          >`case when ${scope.people === 'subtree' ? sql`above.path @> array[${scope.providerId}::uuid]` : sql`true`} then above.name end`.as(
            'above',
          ),
          'providers.archived',
          numbers.as('numbers'),
        ])
        .$castTo<ReportProvider & { numbers: Numbers }>(),
    id: 'providers.id',
    // The rows are already those of the provider; the days are of the numbers.
    filters: {
      period: () => sql<boolean>`true`,
      provider_id: () => sql<boolean>`true`,
      below: () => sql<boolean>`true`,
    },
    sorts: { name: 'providers.search' },
  });

/** Value of the providers of a report whose numbers are read separately. */
export const noNumbers = sql<null>`null`;

/** Loads a page of the providers of a report with their numbers, by name. */
export function findProviders<Numbers>(
  tx: Tx,
  list: ProviderReport,
  scope: Scope,
  query: ListQuery<ProviderReport>,
  numbers: RawBuilder<Numbers>,
): Promise<Page<ReportProvider & { numbers: Numbers }>> {
  const filters = { period: { from: null, to: null }, provider_id: null, below: null };
  return readPage(tx, providerSource(list, query.filters, numbers), scope, { ...query, filters });
}
