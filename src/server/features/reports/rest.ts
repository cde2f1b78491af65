import type { FastifyInstance } from 'fastify';
import { companyReport, completionsReport } from '../../../domain/lists/definitions/reports.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { smallest, type ShownNumber } from '../../../domain/reports/small-numbers.ts';
import { registerListCsv } from '../../http/list-csv.ts';
import { exportCompanyReport } from './company/operations.ts';
import { exportCompletionsReport } from './completions/operations.ts';

const shown = (number: ShownNumber, t: Translate) => {
  if (typeof number === 'number') return number;
  return number === 'small' ? t('reports.fewer', { min: smallest }) : t('reports.withheld');
};

/** Registers the routes of the reports' files. Their first line is the same in every language. */
export function registerReportRoutes(app: FastifyInstance): void {
  registerListCsv(app, {
    list: companyReport,
    operation: exportCompanyReport,
    columns: {
      provider: { cell: ({ name }) => name },
      provider_above: { cell: ({ above }) => above },
      customers: { cell: ({ customers }, t) => shown(customers, t) },
      invited: { cell: ({ invited }, t) => shown(invited, t) },
      active: { cell: ({ active }, t) => shown(active, t) },
      suspended: { cell: ({ suspended }, t) => shown(suspended, t) },
      complete_plans: { cell: ({ complete }, t) => shown(complete, t) },
      draft_plans: { cell: ({ drafts }, t) => shown(drafts, t) },
      users: { cell: ({ users }) => users },
      payment_plan: { cell: ({ payment_plan }) => payment_plan },
      trial_end: { cell: ({ trial_end }) => trial_end },
    },
  });
  registerListCsv(app, {
    list: completionsReport,
    operation: exportCompletionsReport,
    columns: {
      month: { cell: ({ month }) => month.slice(0, 7) },
      provider: { cell: ({ provider }) => provider },
      completed: { cell: ({ completed }) => completed },
      external: { cell: ({ external }) => external },
      changed: { cell: ({ changed }) => changed },
      drafts_started: { cell: ({ started }) => started },
      drafts_end: { cell: ({ drafts }) => drafts },
    },
  });
}
