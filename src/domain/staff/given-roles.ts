import { givesRank, rankOf } from './rank.ts';
import { isPlatformRole, type PersonActor } from '../access/actors.ts';

/** The permission roles of a provider's staff by id (D-27): of the organisation, facility / edit, user / view. */
export const providerRoleIds = [1, 2, 3] as const;

export type ProviderRoleId = (typeof providerRoleIds)[number];

/** A permission role as the database knows it at this moment. */
export type PermissionRoleFlags = { id: number; role_group: string; flags: PersonActor['flags'] };

/**
 * The roles that one of the staff may give to others of a provider: those of the platform all three, a provider's administrators
 * those that their own rank gives and that hold no flag
 * they lack. So no one raises themselves through another person.
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
