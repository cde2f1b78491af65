import { defineList } from '../list.ts';

/** People with a permission role, by name: a change of the role affects them. */
export const permissionRoleUserList = defineList({
  name: 'permission-role-users',
  filters: {},
  defaultSort: { by: 'name', direction: 'asc' },
});
