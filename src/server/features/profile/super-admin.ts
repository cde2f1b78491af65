import type { Config } from '../../config.ts';
import type { Role } from '../../../domain/access/actors.ts';

/**
 * True if a person is the administrator of the files of the earlier system: outside production each system administrator, in
 * production the one that the operator names (SUPER-02, GAP-115).
 */
export function isSuperAdmin(
  config: Pick<Config, 'environment' | 'superAdminEmail'>,
  user: { email: string; permission_role: { role: Role } },
): boolean {
  if (user.permission_role.role !== 'sysadmin') return false;
  return config.environment !== 'prod' || user.email === config.superAdminEmail;
}
