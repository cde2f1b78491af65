import { choice, defineList, reference, text } from './list.ts';

/** What customers are narrowed to beside their plan: how far the plan or the account is, and the work of the day. */
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

/** An invitation lapses soon when this many days of it are left, or fewer. */
export const lapsesWithinDays = 7;
/** A customer is recent for this many days. */
export const recentDays = 7;

/**
 * The customers of a provider with those under it, or of all (CTABLE-10 to CTABLE-16). Archived ones are shown by their own
 * status alone.
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
