import { scopeOf } from '../../../../domain/access/scope.ts';
import { subscriptionsReport } from '../../../../domain/reports/report-lists.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findPlaces, ofAskedPlaces } from '../places.ts';
import { countSubscriptions, findSubscriptions, readSubscriptions } from './store.ts';

const access = { action: 'reports.platform', subject: nothing } as const;

/** Returns how many subscriptions are paid, not paid yet and overdue, and a page of those of providers or of people (GAP-114). */
export const getSubscriptionsReport = operation({
  name: 'getSubscriptionsReport',
  kind: 'read',
  reads: 'replica',
  input: listInput(subscriptionsReport),
  access,
  async run({ input, actor, tx }) {
    const query = queryOf(subscriptionsReport, input);
    const scope = scopeOf(actor);
    const { period } = query.filters;
    const [summary, page] = await ofAskedPlaces(tx, scope, query.filters, (places) =>
      Promise.all([
        countSubscriptions(tx, { places, period }),
        findSubscriptions(tx, scope, query, { places, period }),
      ]),
    );
    return { ...page, summary };
  },
});

/** Exports the subscriptions of the report, in batches. The audit trail records who exported them. */
export const exportSubscriptionsReport = operation({
  name: 'exportSubscriptionsReport',
  kind: 'export',
  reads: 'replica',
  input: listInput(subscriptionsReport),
  access,
  async run({ input, actor, tx, rows, auditDetails }) {
    const query = queryOf(subscriptionsReport, input);
    const { provider_id, below, payer, period } = query.filters;
    auditDetails({ provider_id, below, payer, ...period });
    const scope = scopeOf(actor);
    const places = await findPlaces(tx, scope, query.filters);
    return readSubscriptions(rows, scope, query, { places, period });
  },
});
