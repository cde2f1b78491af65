import type { PersonActor, Role } from '../access/actors.ts';
import { isRankedAtLeast, rankOf } from './rank.ts';

/** Facts about a staff member that decide who is left to manage a provider. */
export type Manager = {
  role: Role;
  permission_role_id: number;
  status: string;
  flags: Pick<PersonActor['flags'], 'can_manage_user'>;
};

/** Whether a staff member manages the users of a provider now: an administrator with the flag, who can sign in. */
export const managesUsers = ({ role, status, flags }: Manager): boolean =>
  role === 'provideradmin' && status === 'active' && flags.can_manage_user;

/** Whether another staff member can replace a manager: a manager of the same rank, or of a higher one. */
const replaces = (other: Manager, before: Manager): boolean =>
  managesUsers(other) && isRankedAtLeast(rankOf(other.permission_role_id), rankOf(before.permission_role_id));

/**
 * Whether a change would leave a provider without a manager of a rank (GAP-99): `before` was one and `after` is not, and none of
 * the provider's `others` replaces them. `after` is null if the person leaves.
 */
export const leavesNoManager = (
  before: Manager,
  after: Manager | null,
  others: readonly Manager[],
): boolean =>
  managesUsers(before) &&
  !(after !== null && replaces(after, before)) &&
  !others.some((other) => replaces(other, before));
