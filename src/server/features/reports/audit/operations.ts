import { scopeOf } from '../../../../domain/access/scope.ts';
import { daysAfter, melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import { auditReport } from '../../../../domain/reports/report-lists.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import type { Days } from '../../../../domain/lists/list.ts';
import { queryOf, type ListQuery } from '../../../../domain/lists/query.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findPlaces, ofAskedPlaces, type Places } from '../places.ts';
import { areNamed, findAskedPeople, type AskedEntries } from './entry-filters.ts';
import { countEntries, findEntries, findLastCheck, readEntries } from './store.ts';

const access = { action: 'reports.audit', subject: nothing } as const;

/** Days before the last one that the report shows if no first day is chosen. */
const usualDays = 30;

/** Returns the days of the report; `to` is today unless another day is chosen. */
function daysOf({ from, to }: Days, today: IsoDate) {
  const last = to ?? today;
  return { from: from ?? daysAfter(last, -usualDays), to: last };
}

type Query = ListQuery<typeof auditReport>;

/** Returns the entries that a report is about: those of some providers that match its filters. */
async function askedEntries(tx: Tx, places: Places, { filters }: Query, now: Date): Promise<AskedEntries> {
  const { user_id, actor_id, event } = filters;
  const period = daysOf(filters.period, melbourneDate(now));
  const named = event === null || (await areNamed(tx));
  return { places, period, user_id, actor_id, event, named };
}

/**
 * Returns who opened or changed which plan and when, with the number of entries, plans and people, and whether the whole audit
 * trail fits together (GAP-114).
 */
export const getAuditReport = operation({
  name: 'getAuditReport',
  kind: 'read',
  reads: 'replica',
  input: listInput(auditReport),
  access,
  async run({ input, actor, tx, now }) {
    const query = queryOf(auditReport, input);
    const scope = scopeOf(actor);
    const checking = findLastCheck(tx);
    const [report, check] = await Promise.all([
      ofAskedPlaces(tx, scope, query.filters, async (places) => {
        const asked = await askedEntries(tx, places, query, now);
        const counting = countEntries(tx, asked);
        const [numbers, page, people] = await Promise.all([
          counting,
          findEntries(tx, scope, query, asked, counting),
          findAskedPeople(tx, scope, asked, counting),
        ]);
        const { period, event } = asked;
        return { page, summary: { ...numbers, ...people, period, event } };
      }),
      checking,
    ]);
    return { ...report.page, summary: { ...report.summary, check } };
  },
});

/** Exports the entries of the report, in batches. The audit trail records who exported them. */
export const exportAuditReport = operation({
  name: 'exportAuditReport',
  kind: 'export',
  reads: 'replica',
  input: listInput(auditReport),
  access,
  async run({ input, actor, tx, now, rows, auditDetails }) {
    const query = queryOf(auditReport, input);
    const { provider_id, below, user_id, actor_id, event } = query.filters;
    const scope = scopeOf(actor);
    const places = await findPlaces(tx, scope, query.filters);
    const asked = await askedEntries(tx, places, query, now);
    auditDetails({ provider_id, below, user_id, actor_id, event, ...asked.period });
    return readEntries(rows, scope, query, asked);
  },
});
