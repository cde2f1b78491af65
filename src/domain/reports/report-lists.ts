import { choice, days, defineList, reference } from '../lists/list.ts';
import { planEvents } from './audit-events.ts';

/** Address of the paper with the evidence of a provider for an assessor. It has the filters of a report. */
export const evidencePath = '/api/reports/evidence.pdf';

/** Filters of every report: days, a provider, and whether the providers below it count too, which they do unless left out. */
const reportFilters = { provider_id: reference, below: choice(['without']), period: days } as const;

/** Providers with their customers, plans and users (GAP-114). The columns of its file are stored values. */
export const companyReport = defineList({
  name: 'report-company',
  filters: reportFilters,
  sorts: ['name'],
  defaultSort: { by: 'name', direction: 'asc' },
  csv: [
    'provider',
    'provider_above',
    'customers',
    'invited',
    'active',
    'suspended',
    'complete_plans',
    'draft_plans',
    'users',
    'payment_plan',
    'trial_end',
  ],
});

/** Plans completed and drafts started, by provider; in the file by month and provider (GAP-114). */
export const completionsReport = defineList({
  name: 'report-acp-completions',
  filters: reportFilters,
  sorts: ['name'],
  defaultSort: { by: 'name', direction: 'asc' },
  csv: ['month', 'provider', 'completed', 'external', 'changed', 'drafts_started', 'drafts_end'],
});

/**
 * Conversations about planning ahead by the house that recorded them, with the residents of the house (N-07). The days are those of the
 * conversations.
 */
export const conversationsReport = defineList({
  name: 'report-conversations',
  filters: reportFilters,
  sorts: ['name'],
  defaultSort: { by: 'name', direction: 'asc' },
  csv: [
    'provider',
    'provider_above',
    'residents',
    'without_conversation',
    'offered',
    'talked',
    'not_now',
    'declined',
    'looked_at_again',
  ],
});

/** Residents whose next conversation is due, the longest overdue first (N-07). */
export const nextConversations = defineList({
  name: 'next-conversations',
  filters: { provider_id: reference, below: reportFilters.below },
  defaultSort: { by: 'next_on', direction: 'asc' },
});

/** Customers with status and dates; the days are those on which they were added (GAP-114). */
export const customersReport = defineList({
  name: 'report-customers',
  filters: { ...reportFilters, status: choice(['invited', 'active', 'suspended', 'archived']) },
  sorts: ['created_at'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  csv: [
    'last_name',
    'first_name',
    'customer_id',
    'room',
    'email',
    'provider',
    'customer_status',
    'plan_status',
    'added_on',
    'accepted_on',
    'signed_on',
    'changed_on',
    'on_behalf',
  ],
});

/** Whether a report of subscriptions is of people instead of providers. */
const payers = ['individual'] as const;

/** Subscriptions of providers, or of people; the days are those on which they ran (GAP-114). */
export const subscriptionsReport = defineList({
  name: 'report-subscriptions',
  filters: { ...reportFilters, payer: choice(payers) },
  sorts: ['name'],
  defaultSort: { by: 'name', direction: 'asc' },
  csv: [
    'payment_plan',
    'payer',
    'customer_type',
    'start_date',
    'next_billing_date',
    'end_date',
    'units',
    'fee',
    'discount',
    'paid',
    'open',
    'status',
  ],
});

/**
 * Who opened or changed which plan, newest first; without days, of the last thirty (GAP-114). `user_id` is the customer whose plan it is,
 * `actor_id` the person who did it.
 */
export const auditReport = defineList({
  name: 'report-acp-audit',
  filters: { ...reportFilters, user_id: reference, actor_id: reference, event: choice(planEvents) },
  sorts: ['at'],
  defaultSort: { by: 'at', direction: 'desc' },
  csv: [
    'time',
    'person',
    'role',
    'organisation',
    'event',
    'customer',
    'customer_id',
    'plan_version',
    'acting_as',
    'beside',
    'place',
    'entry',
  ],
});
