import type { AccountStatus } from '../customers/status.ts';
import { providerRoleIds } from './given-roles.ts';

/** What can be done with one of the staff. */
export type StaffAction =
  | 'edit'
  | 'role'
  | 'resend'
  | 'endSessions'
  | 'removeSecondStep'
  | 'suspend'
  | 'reactivate'
  | 'remove';

/** What of one of the staff decides it, as the server says. */
export type StaffFacts = {
  status: AccountStatus;
  permission_role_id: number;
  second_step_on: boolean;
  may_change: boolean;
  may_secure: boolean;
};

const inUse: readonly AccountStatus[] = ['active', 'suspended'];

/** What a caller can do with one of the staff in the state of now, in the order of the menu. The server judges it again. */
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
