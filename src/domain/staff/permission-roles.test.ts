import { expect, it } from 'vitest';
import { permissionRoleId, permissionRoleName, staffRoleNames } from './permission-roles.ts';

it('every permission role of staff has its id and its name, and a customer has none [D-27]', () => {
  expect(staffRoleNames.map(permissionRoleId)).toEqual([1, 2, 3, 4, 6, 7]);
  expect(staffRoleNames.map((name) => permissionRoleName(permissionRoleId(name)))).toEqual([
    ...staffRoleNames,
  ]);
  for (const id of [0, 5, 8, -1, 1.5]) expect(permissionRoleName(id)).toBeNull();
});
