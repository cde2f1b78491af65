import { scopeOf } from '../../../../domain/access/scope.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { completionsReport } from '../../../../domain/reports/report-lists.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { lastDayOf, monthsOf, reportMonths } from '../../../../domain/reports/months.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { ofAskedPlaces } from '../places.ts';
import { readMonths } from '../rollup/read-months.ts';
import { findCompletions, readCompletions, sumOf } from './store.ts';

const access = { action: 'reports.platform', subject: nothing } as const;

/**
 * Returns the plans completed and drafts started, by month, by time since the customer was added, and a page of the providers with
 * theirs (GAP-114). A change of a complete plan is not a completion.
 */
export const getCompletionsReport = operation({
  name: 'getCompletionsReport',
  kind: 'read',
  reads: 'replica',
  input: listInput(completionsReport),
  access,
  async run({ input, actor, tx, now }) {
    const query = queryOf(completionsReport, input);
    const scope = scopeOf(actor);
    const months = monthsOf(query.filters.period, melbourneDate(now));
    const [known, page] = await Promise.all([
      ofAskedPlaces(tx, scope, query.filters, (places) => readMonths(tx, places, months)),
      findCompletions(tx, scope, query, months),
    ]);
    const all = reportMonths(known, months);
    return {
      ...page,
      summary: { ...sumOf(all), months: all, period: { from: months.from, to: lastDayOf(months.to) } },
    };
  },
});

/** Exports the numbers by month and provider, in batches. The audit trail records who exported them. */
export const exportCompletionsReport = operation({
  name: 'exportCompletionsReport',
  kind: 'export',
  reads: 'replica',
  input: listInput(completionsReport),
  access,
  async run({ input, actor, rows, now, auditDetails }) {
    const query = queryOf(completionsReport, input);
    const { provider_id, below, period } = query.filters;
    const months = monthsOf(period, melbourneDate(now));
    auditDetails({ provider_id, below, ...months });
    return readCompletions(rows, scopeOf(actor), query, months);
  },
});
