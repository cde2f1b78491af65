import type { Actor } from '../../../../domain/access/actors.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { rolesGivenBy } from '../../../../domain/staff/given-roles.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Returns the permission roles that a caller can give to staff of a provider, by the current flags of the roles. */
export async function findGivenRoles(tx: Tx, actor: Actor): Promise<readonly number[]> {
  if (actor.kind !== 'person') return [];
  const roles = await tx
    .selectFrom('permission_roles')
    .select(['id', 'role_group', 'can_manage_acp', 'can_manage_all', 'can_manage_user'])
    .orderBy('id')
    .execute();
  return rolesGivenBy(
    actor,
    roles.map(({ id, role_group, ...flags }) => ({ id, role_group, flags })),
  );
}

/**
 * Refuses a role that the caller is not allowed to give, whatever a page offered.
 * @throws AppError `invalid` at `permission_role_id`, `unauthenticated`
 */
export async function refuseRole(tx: Tx, actor: Actor, roleId: number): Promise<void> {
  if (actor.kind !== 'person') throw new AppError('unauthenticated');
  const given = await findGivenRoles(tx, actor);
  if (!given.includes(roleId))
    refuseInvalid([{ field: 'permission_role_id', message: 'error.user.roleNotYours' }]);
}
