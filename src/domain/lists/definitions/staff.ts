import { staffRoleNames } from '../../staff/permission-roles.ts';
import { choice, defineList, reference, text } from '../list.ts';

/** States of staff accounts. Removed staff are archived, and only shown by that filter. */
export const staffStatuses = ['invited', 'active', 'suspended', 'archived'] as const;

/** Staff of a provider and its descendants, or all with the administrators (PUSER-02, API-50, GAP-98). */
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
