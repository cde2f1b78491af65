import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { Role } from '../../../domain/access/actors.ts';
import { permissionRoleUserList } from '../../../domain/lists/definitions/permission-role-users.ts';
import type { Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import type { Flags, TemplateId } from '../../../domain/permissions/templates.ts';
import { customerRole } from '../../db/customer-role.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import { inScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';

/** A permission role (ENT-17). */
export type PermissionRole = Flags & {
  id: number;
  label: string;
  role: Role;
  role_group: 'provider' | 'platform' | 'customer';
  /** Number of staff visible to the caller who have the role; null for customers, who are not counted here. */
  users: number | null;
  /** Number of saves. */
  version: number;
};

/** Returns the condition for the staff of a scope: the people of the small index `users_staff`. Archived staff are excluded. */
const isStaffIn = (scope: Scope) =>
  sql<boolean>`users.permission_role_id <> ${customerRole} and users.status <> 'archived' and ${inScope(
    scope,
    {
      person: 'users.id',
      provider: 'users.provider_id',
    },
  )}`;

const columns = ['id', 'label', 'role', 'role_group', 'can_manage_acp', 'can_manage_all'] as const;

/** Returns all permission roles with the number of their people. */
export function findRoles(tx: Tx, scope: Scope): Promise<PermissionRole[]> {
  return tx
    .selectFrom('permission_roles')
    .select(columns)
    .select(['can_manage_user', 'version'])
    .select(
      sql<number | null>`case when role_group <> 'customer' then (
        select count(*)::int from users
        where users.permission_role_id = permission_roles.id and ${isStaffIn(scope)}) end`.as('users'),
    )
    .orderBy('id')
    .execute();
}

/** Returns a template as saved, locked: of two simultaneous saves the second sees the first. */
export async function lockTemplate(tx: Tx, id: TemplateId): Promise<Flags & { version: number }> {
  return tx
    .selectFrom('permission_roles')
    .select(['can_manage_acp', 'can_manage_user', 'can_manage_all', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Stores the flags of a template, and increments the version. */
export async function saveTemplate(tx: Tx, id: TemplateId, flags: Flags): Promise<void> {
  await tx
    .updateTable('permission_roles')
    .set({ ...flags, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Providers that would be left without a manager, the first ten by name. */
export type LeftAlone = { count: number; names: string[] };

/**
 * Returns the providers for which the users of a role are the last ones with all rights: none of their own people with another
 * role has them, and none of an ancestor provider. Suspended and invited people do not count, nor do archived providers.
 */
export async function findLeftAlone(tx: Tx, roleId: TemplateId): Promise<LeftAlone> {
  const { rows } = await sql<{ count: number; names: string[] }>`
    with managed as (
      select distinct provider_id as id from users
      where permission_role_id = ${roleId} and permission_role_id <> ${customerRole} and status = 'active'),
    alone as (
      select p.id, p.name from managed join providers p on p.id = managed.id
      where not p.archived and not exists (
        select from users u join permission_roles r on r.id = u.permission_role_id
        where u.provider_id = any (p.path) and u.permission_role_id <> ${customerRole} and u.status = 'active'
          and r.id <> ${roleId} and r.can_manage_acp and r.can_manage_user and r.can_manage_all
          and r.role = 'provideradmin'))
    select count(*)::int as count,
      coalesce((select array_agg(name order by name) from (select name from alone order by name limit 10) first), '{}') as names
    from alone`.execute(tx);
  return rows[0] ?? { count: 0, names: [] };
}

/** A member of staff with a role. */
export type RoleUser = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  status: string;
  provider: string | null;
};

/** Returns a page of the staff of a scope with a role, by name. */
export function findRoleUsers(
  tx: Tx,
  scope: Scope,
  roleId: TemplateId,
  query: ListQuery<typeof permissionRoleUserList>,
): Promise<Page<RoleUser>> {
  const source = listSource(permissionRoleUserList, {
    rows: (from, within: Scope) =>
      from
        .selectFrom('users')
        .leftJoin('providers', 'providers.id', 'users.provider_id')
        .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'users.status'])
        .select('providers.name as provider')
        .where('users.permission_role_id', '=', roleId)
        .where(isStaffIn(within)),
    id: 'users.id',
    filters: {},
    sorts: {
      name: sql`lower(coalesce(users.last_name, '') || ' ' || coalesce(users.first_name, ''))`,
    },
    count: async (from, within) => {
      const row = await from
        .selectFrom('users')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('users.permission_role_id', '=', roleId)
        .where(isStaffIn(within))
        .executeTakeFirstOrThrow();
      return row.count;
    },
  });
  return readPage(tx, source, scope, query);
}
