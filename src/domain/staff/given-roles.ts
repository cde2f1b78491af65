import { givesRank, rankOf } from './rank.ts';
import { isPlatformRole, type PersonActor } from '../access/actors.ts';

/** Permission roles of a provider's staff by id (D-27): of the organisation, facility / edit, user / view. */
export const providerRoleIds = [1, 2, 3] as const;

export type ProviderRoleId = (typeof providerRoleIds)[number];

/** A permission role as in the database at this moment. */
export type PermissionRoleFlags = { id: number; role_group: string; flags: PersonActor['flags'] };

/**
 * Returns the roles that a caller may give to staff of a provider: all three for the platform's staff; for a provider's
 * administrators, those that their own rank may give and that have no flag they lack. So no caller raises their own rights
 * through another person.
 */
export function rolesGivenBy(actor: PersonActor, roles: readonly PermissionRoleFlags[]): readonly number[] {
  const offered = roles.filter(({ role_group }) => role_group === 'provider');
  const own = rankOf(actor.permissionRoleId);
  const may = ({ id, flags }: PermissionRoleFlags) =>
    isPlatformRole(actor.role) ||
    (actor.role === 'provideradmin' &&
      actor.flags.can_manage_user &&
      givesRank(own, rankOf(id)) &&
      (Object.keys(flags) as (keyof typeof flags)[]).every((flag) => actor.flags[flag] || !flags[flag]));
  return offered.filter(may).map(({ id }) => id);
}
