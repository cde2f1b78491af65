import type { Scope } from '../../../../domain/access/scope.ts';
import { completionsReport } from '../../../../domain/reports/report-lists.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { reportMonths, type MonthReport, type Months } from '../../../../domain/reports/months.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { findProviders, noNumbers, providerSource, type ReportProvider } from '../provider-rows.ts';
import { completionsOfRow, readMonthsOfEach, type Completions } from '../rollup/read-months.ts';

export type CompletionsRow = ReportProvider & Completions;

/** Returns the sums of the months of a period, with the drafts at the end of the last. */
export function sumOf(months: readonly MonthReport[]): Completions {
  const sum = (kind: keyof Completions) => months.reduce((total, month) => total + month[kind], 0);
  return {
    completed: sum('completed'),
    external: sum('external'),
    changed: sum('changed'),
    started: sum('started'),
    drafts: months.at(-1)?.drafts ?? 0,
    days_7: sum('days_7'),
    days_28: sum('days_28'),
    days_90: sum('days_90'),
    days_more: sum('days_more'),
  };
}

type Query = ListQuery<typeof completionsReport>;

/** Loads a page of the providers with what happened in a period. */
export async function findCompletions(
  tx: Tx,
  scope: Scope,
  query: Query,
  months: Months,
): Promise<Page<CompletionsRow>> {
  const page = await findProviders(tx, completionsReport, scope, query, completionsOfRow(months));
  return { ...page, data: page.data.map(({ numbers, ...provider }) => ({ ...provider, ...numbers })) };
}

/** A month of a provider. */
export type ProviderMonth = MonthReport & { provider: string };

const hasNumbers = ({ completed, changed, started, drafts }: MonthReport) =>
  completed > 0 || changed > 0 || started > 0 || drafts > 0;

/** Yields the months of each provider that have any number, in batches. */
export async function* readCompletions(
  tx: Tx,
  scope: Scope,
  query: Query,
  months: Months,
): AsyncGenerator<ProviderMonth[], void, void> {
  const filters = { period: { from: null, to: null }, provider_id: null, below: null };
  const source = providerSource(completionsReport, query.filters, noNumbers);
  for await (const providers of readBatches(tx, source, scope, { ...query, filters })) {
    const known = await readMonthsOfEach(
      tx,
      providers.map(({ id }) => id),
      months,
    );
    yield providers.flatMap(({ id, name }) =>
      reportMonths(known.get(id) ?? [], months)
        .filter(hasNumbers)
        .map((month) => ({ ...month, provider: name })),
    );
  }
}
