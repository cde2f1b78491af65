import { choice, defineList, reference, text } from '../list.ts';

/** Filters of customers in addition to their plan: the state of the plan or the account, and the work of the day. */
export const customerStatuses = [
  'draft',
  'none',
  'invited',
  'lapsing',
  'recent',
  'trial',
  'review',
  'suspended',
  'archived',
  'removing',
  'archivedHouse',
] as const;

/** An invitation lapses soon if this many days of it are left, or fewer. */
export const lapsesWithinDays = 7;
/** Number of days for which a customer counts as recent. */
export const recentDays = 7;

/**
 * Customers of a provider and its descendants, or of all providers (CTABLE-10 to CTABLE-16). Archived ones are only shown by
 * their own status.
 */
export const customerList = defineList({
  name: 'customers',
  filters: {
    search: text,
    provider_id: reference,
    view: choice(['complete']),
    status: choice(customerStatuses),
  },
  sorts: ['created_at', 'name'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  csv: [
    'name',
    'email',
    'customer_id',
    'provider',
    'acp_status',
    'latest_update',
    'customer_status',
    'invite_date',
  ],
});
