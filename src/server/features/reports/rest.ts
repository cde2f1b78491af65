import type { FastifyInstance } from 'fastify';
import {
  auditReport,
  companyReport,
  completionsReport,
  conversationsReport,
  customersReport,
  subscriptionsReport,
} from '../../../domain/reports/report-lists.ts';
import { melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { smallest, type ShownNumber } from '../../../domain/reports/small-numbers.ts';
import { registerListCsv } from '../../http/lists/list-csv.ts';
import { exportAuditReport } from './audit/operations.ts';
import { exportCompanyReport } from './company/operations.ts';
import { exportCompletionsReport } from './completions/operations.ts';
import { exportConversationsReport } from './conversations/operations.ts';
import { exportCustomersReport } from './customers/operations.ts';
import { exportSubscriptionsReport } from './subscriptions/operations.ts';

const shown = (number: ShownNumber, t: Translate) => {
  if (typeof number === 'number') return number;
  return number === 'small' ? t('reports.fewer', { min: smallest }) : t('reports.withheld');
};

/** Amounts in cents as dollars, with a decimal point in every language, for spreadsheets. */
const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Registers the files that have a row of numbers for each provider. */
function registerNumberFiles(app: FastifyInstance): void {
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
  registerListCsv(app, {
    list: conversationsReport,
    operation: exportConversationsReport,
    columns: {
      provider: { cell: ({ name }) => name },
      provider_above: { cell: ({ above }) => above },
      residents: { cell: ({ residents }) => residents },
      without_conversation: { cell: ({ without }) => without },
      offered: { cell: ({ offered }) => offered },
      talked: { cell: ({ talked }) => talked },
      not_now: { cell: ({ not_now }) => not_now },
      declined: { cell: ({ declined }) => declined },
      looked_at_again: { cell: ({ looked_again }) => looked_again },
    },
  });
}

/** Registers the routes of the reports' files. Their first line is the same in every language. */
export function registerReportRoutes(app: FastifyInstance): void {
  registerNumberFiles(app);
  registerListCsv(app, {
    list: customersReport,
    operation: exportCustomersReport,
    columns: {
      last_name: { cell: ({ last_name }) => last_name },
      first_name: { cell: ({ first_name }) => first_name },
      customer_id: { cell: ({ customer_id }) => customer_id },
      room: { cell: ({ room }) => room },
      email: { cell: ({ email }) => email },
      provider: { cell: ({ provider }) => provider },
      customer_status: { cell: ({ status }) => status },
      plan_status: { cell: ({ plan }) => plan },
      added_on: { cell: ({ added_on }) => added_on },
      accepted_on: { cell: ({ accepted_on }) => accepted_on },
      signed_on: { cell: ({ signed_on }) => signed_on },
      changed_on: { cell: ({ changed_on }) => changed_on },
      on_behalf: { cell: ({ on_behalf }) => (on_behalf ? 'yes' : '') },
    },
  });
  registerListCsv(app, {
    list: subscriptionsReport,
    operation: exportSubscriptionsReport,
    columns: {
      payment_plan: { cell: ({ payment_plan }) => payment_plan },
      payer: { cell: ({ payer }) => payer },
      customer_type: { cell: ({ customer_type }) => customer_type },
      start_date: { cell: ({ start }) => start },
      next_billing_date: { cell: ({ next }) => next },
      end_date: { cell: ({ end }) => end },
      units: { cell: ({ units }) => units },
      fee: { cell: ({ fee }) => dollars(fee) },
      discount: { cell: ({ discount }) => dollars(discount) },
      paid: { cell: ({ paid }) => dollars(paid) },
      open: { cell: ({ open }) => dollars(open) },
      status: { cell: ({ status }) => status },
    },
  });
  registerListCsv(app, {
    list: auditReport,
    operation: exportAuditReport,
    columns: {
      time: { cell: ({ at }) => `${melbourneDate(at)} ${melbourneTime(at)}` },
      person: { cell: ({ by, person }, t) => person ?? t(`reports.audit.by.${by}`) },
      role: { cell: ({ by, role }) => role ?? by },
      organisation: { cell: ({ organisation }) => organisation },
      event: { cell: ({ event }) => event },
      customer: { cell: ({ customer }) => customer },
      customer_id: { cell: ({ customer_id }) => customer_id },
      plan_version: { cell: ({ plan_version }) => plan_version },
      acting_as: { cell: ({ acting }) => (acting ? 'yes' : '') },
      beside: { cell: ({ beside }) => beside },
      place: { cell: ({ place }) => place },
      entry: { cell: ({ entry }) => entry },
    },
  });
}
