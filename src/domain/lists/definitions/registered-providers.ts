import { choice, defineList, text } from '../list.ts';

/** Status of the invitation of a provider's contact person (GAP-90). */
export const registeredStatuses = ['waiting', 'expired', 'accepted', 'incomplete', 'external'] as const;
export type RegisteredStatus = (typeof registeredStatuses)[number];

/** Providers whose contact person was invited or signs in elsewhere, newest first (GAP-90). */
export const registeredProviderList = defineList({
  name: 'registered-providers',
  filters: { search: text, status: choice(registeredStatuses) },
  sorts: ['created_at', 'name'],
  defaultSort: { by: 'created_at', direction: 'desc' },
});
