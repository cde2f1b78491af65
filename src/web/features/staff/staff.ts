import { isPlatformRole } from '../../../domain/access/actors.ts';
import { fullName } from '../../../domain/names.ts';
import { permissionRoleName } from '../../../domain/staff/permission-roles.ts';
import { staffActionsFor, type StaffAction } from '../../../domain/staff/staff-actions.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';
import type { StaffRow } from './staff-api.ts';

/** The caller's rights towards staff: the server checks them again with each call. */
export type Caller = {
  id: string;
  isPlatform: boolean;
  /** Whether the caller may add staff. */
  adds: boolean;
  /** Whether the caller has several providers to choose from. */
  choosesProvider: boolean;
};

export function callerOf(user: SessionUser): Caller {
  const isPlatform = isPlatformRole(roleOf(user));
  const adds = isPlatform || (roleOf(user) === 'provideradmin' && user.permission_role.can_manage_user);
  const choosesProvider = isPlatform || (adds && user.provider !== null && user.provider.has_children);
  return { id: user.id, isPlatform, adds, choosesProvider };
}

/** Returns the name of a staff member, or the address if there is no name yet. */
export const staffName = (staff: Pick<StaffRow, 'first_name' | 'last_name' | 'email'>): string =>
  fullName(staff) || (staff.email ?? '');

/** Returns the actions of the caller on a staff member, in the order of the menu. */
export const actionsOf = (staff: StaffRow, given: readonly number[]): StaffAction[] =>
  staffActionsFor({ ...staff, status: staff.status }, given);

/** Returns the text key of a permission role. */
export function roleKey(id: number) {
  const name = permissionRoleName(id);
  return name === null ? null : (`users.role.${name}` as const);
}
