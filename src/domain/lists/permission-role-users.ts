import { defineList } from './list.ts';

/** The people who have a permission role, by name: whom a change of it affects. */
export const permissionRoleUserList = defineList({
  name: 'permission-role-users',
  filters: {},
  defaultSort: { by: 'name', direction: 'asc' },
});
