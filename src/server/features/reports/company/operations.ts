import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import { companyReport } from '../../../../domain/reports/report-lists.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf, type ListQuery } from '../../../../domain/lists/query.ts';
import { lastDayOf, monthsAfter, monthsOf, reportMonths } from '../../../../domain/reports/months.ts';
import { shownParts, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { ofAskedPlaces } from '../places.ts';
import { countNow, readMonths } from '../rollup/read-months.ts';
import { findCompanies, readCompanies, shownNow } from './store.ts';

const access = { action: 'reports.company', subject: nothing } as const;

/** Months before the present one with whose end the share is compared. */
const comparedMonths = 3;

/** Whether the caller may see the customers of the report by name (D-46, D-52). */
const seesNames = (actor: Actor): boolean => can(actor, 'customers.read', null) === 'allow';

/** Customers at the end of a month, and those with a complete plan. */
type Share = { month: IsoDate; customers: ShownNumber; complete: ShownNumber };

function shareOf(month: { month: IsoDate; customers: number; complete: number }, byName: boolean): Share {
  const { customers, complete } = month;
  if (byName) return { month: month.month, customers, complete };
  const { total, parts } = shownParts(customers, { complete, others: customers - complete });
  return { month: month.month, customers: total, complete: parts.complete };
}

/** Loads the numbers of the sentence and of the chart, of all providers of the report together. */
async function readSummary(tx: Tx, actor: Actor, query: ListQuery<typeof companyReport>, today: IsoDate) {
  const byName = seesNames(actor);
  const months = monthsOf(query.filters.period, today);
  const compared = monthsAfter(`${today.slice(0, 7)}-01`, -comparedMonths);
  const needed = {
    from: compared < months.from ? compared : months.from,
    to: compared > months.to ? compared : months.to,
  };
  const [now, known] = await ofAskedPlaces(tx, scopeOf(actor), query.filters, (places) =>
    Promise.all([countNow(tx, places), readMonths(tx, places, needed)]),
  );
  const [before] = reportMonths(known, { from: compared, to: compared });
  return {
    ...shownNow(now, byName),
    names_shown: byName,
    before: { ...shareOf(before!, byName), month: lastDayOf(compared) },
    months: reportMonths(known, months).map((month) => shareOf(month, byName)),
    period: { from: months.from, to: lastDayOf(months.to) },
  };
}

/**
 * Returns how many customers have a complete plan, now, three months ago and at the end of each month, and a page of the
 * providers with their numbers (GAP-114).
 */
export const getCompanyReport = operation({
  name: 'getCompanyReport',
  kind: 'read',
  reads: 'replica',
  input: listInput(companyReport),
  access,
  async run({ input, actor, tx, now }) {
    const query = queryOf(companyReport, input);
    const [summary, page] = await Promise.all([
      readSummary(tx, actor, query, melbourneDate(now)),
      findCompanies(tx, scopeOf(actor), query, seesNames(actor)),
    ]);
    return { ...page, summary };
  },
});

/** Exports the providers of the report, in batches. The audit trail records who exported them. */
export const exportCompanyReport = operation({
  name: 'exportCompanyReport',
  kind: 'export',
  reads: 'replica',
  input: listInput(companyReport),
  access,
  async run({ input, actor, rows, auditDetails }) {
    const query = queryOf(companyReport, input);
    const { provider_id, below } = query.filters;
    auditDetails({ provider_id, below });
    return readCompanies(rows, scopeOf(actor), query, seesNames(actor));
  },
});
