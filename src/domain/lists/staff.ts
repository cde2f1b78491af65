import { staffRoleNames } from '../staff/permission-roles.ts';
import { choice, defineList, reference, text } from './list.ts';

/** The states of the accounts of staff. Who was removed is archived, and shown by that alone. */
export const staffStatuses = ['invited', 'active', 'suspended', 'archived'] as const;

/** The staff of a provider with those under it, or all with the administrators (PUSER-02, API-50, GAP-98). */
export const staffList = defineList({
  name: 'staff',
  filters: {
    search: text,
    provider_id: reference,
    role: choice(staffRoleNames),
    status: choice(staffStatuses),
  },
  sorts: ['created_at', 'name'],
  defaultSort: { by: 'created_at', direction: 'desc' },
  csv: ['name', 'email', 'phone', 'provider', 'job', 'role', 'second_step', 'status', 'invite_date'],
});
