import { isPlatformRole } from '../../../domain/access/actors.ts';
import { fullName } from '../../../domain/names.ts';
import { permissionRoleName } from '../../../domain/staff/permission-roles.ts';
import { staffActionsFor, type StaffAction } from '../../../domain/staff/staff-actions.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';
import type { StaffRow } from './staff-api.ts';

/** What the caller is to the staff: the server judges it again with each call. */
export type Caller = {
  id: string;
  isPlatform: boolean;
  /** May add staff. */
  adds: boolean;
  /** Has several providers to choose from. */
  choosesProvider: boolean;
};

export function callerOf(user: SessionUser): Caller {
  const { can_manage_user, can_manage_acp } = user.permission_role;
  const isPlatform = isPlatformRole(roleOf(user));
  const isAdmin = roleOf(user) === 'provideradmin';
  return {
    id: user.id,
    isPlatform,
    adds: isPlatform || (isAdmin && can_manage_user),
    // Providers are found among those whose customers the caller manages.
    choosesProvider:
      isPlatform || (isAdmin && can_manage_acp && user.provider !== null && user.provider.has_children),
  };
}

/** The name of one of the staff; before they gave one, their address. */
export const staffName = (staff: Pick<StaffRow, 'first_name' | 'last_name' | 'email'>): string =>
  fullName(staff) || (staff.email ?? '');

/** What the caller can do with one of the staff, in the order of the menu. */
export const actionsOf = (staff: StaffRow, given: readonly number[]): StaffAction[] =>
  staffActionsFor({ ...staff, status: staff.status }, given);

/** The key of a permission role's words. */
export function roleKey(id: number) {
  const name = permissionRoleName(id);
  return name === null ? null : (`users.role.${name}` as const);
}
