import type { AccountStatus } from '../customers/status.ts';
import { providerRoleIds } from './given-roles.ts';

/** Action on a staff member. */
export type StaffAction =
  | 'edit'
  | 'role'
  | 'resend'
  | 'endSessions'
  | 'removeSecondStep'
  | 'suspend'
  | 'reactivate'
  | 'remove';

/** Facts about a staff member that decide it, from the server. */
export type StaffFacts = {
  status: AccountStatus;
  permission_role_id: number;
  second_step_on: boolean;
  may_change: boolean;
  may_secure: boolean;
};

const inUse: readonly AccountStatus[] = ['active', 'suspended'];

/**
 * Returns the actions of a caller on a staff member in the present state, in the order of the menu. The server checks them again.
 */
export function staffActionsFor(facts: StaffFacts, given: readonly number[]): StaffAction[] {
  const { status, permission_role_id, second_step_on, may_change, may_secure } = facts;
  if (status === 'archived' || !may_change) return [];
  const hasProviderRole = providerRoleIds.some((id) => id === permission_role_id);
  const gives = hasProviderRole && given.some((id) => id !== permission_role_id);
  const secures = may_secure && inUse.includes(status);
  const offered: [StaffAction, boolean][] = [
    ['edit', true],
    ['role', gives],
    ['resend', status === 'invited'],
    ['endSessions', secures],
    ['removeSecondStep', secures && second_step_on],
    ['suspend', status !== 'suspended'],
    ['reactivate', status === 'suspended'],
    ['remove', true],
  ];
  return offered.filter(([, isOffered]) => isOffered).map(([action]) => action);
}
