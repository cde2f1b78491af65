/** The permission role of every customer (D-27). */
export const customerRoleId = 5;

/** The permission roles of staff by id, by the names that lists and texts give them (D-27). A customer has none of them. */
export const permissionRoleNames = {
  1: 'organisation',
  2: 'edit',
  3: 'view',
  4: 'admin',
  6: 'tlcadmin',
  7: 'sysadmin',
} as const;

export type PermissionRoleName = (typeof permissionRoleNames)[keyof typeof permissionRoleNames];

/** The names of all of them, in the order of their ids. */
export const staffRoleNames = [
  'organisation',
  'edit',
  'view',
  'admin',
  'tlcadmin',
  'sysadmin',
] as const satisfies readonly PermissionRoleName[];

/** The id of a permission role by its name. */
export function permissionRoleId(name: PermissionRoleName): number {
  const found = Object.entries(permissionRoleNames).find(([, each]) => each === name);
  return Number(found?.[0]);
}

/** The name of a permission role; null for one that is not of staff. */
export const permissionRoleName = (id: number): PermissionRoleName | null =>
  (permissionRoleNames as Readonly<Record<number, PermissionRoleName>>)[id] ?? null;
