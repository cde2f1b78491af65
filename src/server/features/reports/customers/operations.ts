import { scopeOf } from '../../../../domain/access/scope.ts';
import { customersReport } from '../../../../domain/reports/report-lists.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findPlaces, ofAskedPlaces } from '../places.ts';
import { countAdded, findReported, readReported, wholeMonths } from './store.ts';

const access = { action: 'reports.platform', subject: nothing } as const;

/** Returns how many customers were added, by the state of their account, and a page of them with status and dates (GAP-114). */
export const getCustomersReport = operation({
  name: 'getCustomersReport',
  kind: 'read',
  reads: 'replica',
  input: listInput(customersReport),
  access,
  async run({ input, actor, tx }) {
    const query = queryOf(customersReport, input);
    const scope = scopeOf(actor);
    const period = wholeMonths(query.filters.period);
    return ofAskedPlaces(tx, scope, query.filters, async (places) => {
      const counting = countAdded(tx, places, period);
      const asked = { places, period, status: query.filters.status };
      const [numbers, page] = await Promise.all([counting, findReported(tx, scope, query, asked, counting)]);
      return { ...page, summary: { ...numbers, ...period } };
    });
  },
});

/** Exports the customers of the report, in batches. The audit trail records who exported them. */
export const exportCustomersReport = operation({
  name: 'exportCustomersReport',
  kind: 'export',
  reads: 'replica',
  input: listInput(customersReport),
  access,
  async run({ input, actor, tx, rows, auditDetails }) {
    const query = queryOf(customersReport, input);
    const { provider_id, below, status } = query.filters;
    const period = wholeMonths(query.filters.period);
    auditDetails({ provider_id, below, status, ...period });
    const scope = scopeOf(actor);
    const places = await findPlaces(tx, scope, query.filters);
    return readReported(rows, scope, query, { places, period, status });
  },
});
