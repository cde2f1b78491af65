/** Permission role of every customer (D-27). */
export const customerRoleId = 5;

/** Permission roles of staff by id, with their names in lists and texts (D-27). A customer has none of them. */
export const permissionRoleNames = {
  1: 'organisation',
  2: 'edit',
  3: 'view',
  4: 'admin',
  6: 'tlcadmin',
  7: 'sysadmin',
} as const;

export type PermissionRoleName = (typeof permissionRoleNames)[keyof typeof permissionRoleNames];

/** Names of all of them, in the order of their ids. */
export const staffRoleNames = [
  'organisation',
  'edit',
  'view',
  'admin',
  'tlcadmin',
  'sysadmin',
] as const satisfies readonly PermissionRoleName[];

/** Returns the id of a permission role by its name. */
export function permissionRoleId(name: PermissionRoleName): number {
  const found = Object.entries(permissionRoleNames).find(([, each]) => each === name);
  return Number(found?.[0]);
}

/** Returns the name of a permission role; null for one that is not for staff. */
export const permissionRoleName = (id: number): PermissionRoleName | null =>
  (permissionRoleNames as Readonly<Record<number, PermissionRoleName>>)[id] ?? null;
