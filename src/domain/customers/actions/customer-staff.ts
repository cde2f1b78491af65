import { isPlatformRole, type Role } from '../../access/actors.ts';
import type { CustomerStaff } from './customer-actions.ts';

/** Returns the rights of a role and its flags towards customers; null for customers themselves. */
export function customerStaffOf(role: Role, canManageAcp: boolean): CustomerStaff | null {
  if (role === 'user') return null;
  if (isPlatformRole(role)) return { side: 'platform', isEditor: true };
  return { side: 'provider', isEditor: role === 'provideradmin' && canManageAcp };
}
