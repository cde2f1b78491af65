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
  const isPlatform = isPlatformRole(roleOf(user));
  const adds = isPlatform || (roleOf(user) === 'provideradmin' && user.permission_role.can_manage_user);
  const choosesProvider = isPlatform || (adds && user.provider !== null && user.provider.has_children);
  return { id: user.id, isPlatform, adds, choosesProvider };
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
