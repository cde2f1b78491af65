import { scopeOf } from '../../../../domain/access/scope.ts';
import { melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import type { Days } from '../../../../domain/lists/list.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { residentsRead } from '../../../../domain/reports/conversations.ts';
import { daysOfMonths, monthsOf } from '../../../../domain/reports/months.ts';
import { conversationsReport, nextConversations } from '../../../../domain/reports/report-lists.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findPlaces } from '../places.ts';
import { countNow } from '../rollup/read-months.ts';
import { findHouseTalks, findNext, readHouseTalks, type NextConversation } from './store.ts';

// All callers see the customers by name, so no number is hidden (D-52).
const access = { action: 'reports.audit', subject: nothing } as const;

const periodOf = (chosen: Days, today: IsoDate) => daysOfMonths(monthsOf(chosen, today), today);

/** Returns a page of the houses with the conversations that they recorded in a period, and their residents now (N-07). */
export const getConversationsReport = operation({
  name: 'getConversationsReport',
  kind: 'read',
  reads: 'replica',
  input: listInput(conversationsReport),
  access,
  async run({ input, actor, tx, now }) {
    const query = queryOf(conversationsReport, input);
    const period = periodOf(query.filters.period, melbourneDate(now));
    const page = await findHouseTalks(tx, scopeOf(actor), query, period);
    return { ...page, summary: { period } };
  },
});

/** Exports the houses of the report, in batches. The audit trail records who exported them. */
export const exportConversationsReport = operation({
  name: 'exportConversationsReport',
  kind: 'export',
  reads: 'replica',
  input: listInput(conversationsReport),
  access,
  async run({ input, actor, rows, now, auditDetails }) {
    const query = queryOf(conversationsReport, input);
    const { provider_id, below } = query.filters;
    const period = periodOf(query.filters.period, melbourneDate(now));
    auditDetails({ provider_id, below, ...period });
    return readHouseTalks(rows, scopeOf(actor), query, period);
  },
});

/** Residents whose next conversation is due; `too_many` if there are too many residents to read. */
export type NextConversations = {
  count: number;
  overdue: number;
  data: NextConversation[];
  too_many: boolean;
};

/** Returns a page of the residents whose next conversation is due, the longest overdue first (N-07). */
export const getNextConversations = operation({
  name: 'getNextConversations',
  kind: 'read',
  input: listInput(nextConversations),
  access,
  async run({ input, actor, tx, now }): Promise<NextConversations> {
    const { filters, offset, limit } = queryOf(nextConversations, input);
    const places = await findPlaces(tx, scopeOf(actor), filters);
    const { customers } = await countNow(tx, places);
    if (customers > residentsRead) return { count: 0, overdue: 0, data: [], too_many: true };
    const found = await findNext(tx, { places, today: melbourneDate(now), offset, limit });
    return { ...found, too_many: false };
  },
});
