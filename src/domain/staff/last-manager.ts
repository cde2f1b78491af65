import type { PersonActor, Role } from '../access/actors.ts';
import { isRankedAtLeast, rankOf } from './rank.ts';

/** One of the staff, as far as it matters for who is left to manage a provider. */
export type Manager = {
  role: Role;
  permission_role_id: number;
  status: string;
  flags: Pick<PersonActor['flags'], 'can_manage_user'>;
};

/** Whether one of the staff manages the users of a provider now: an administrator with the flag, who can sign in. */
export const managesUsers = ({ role, status, flags }: Manager): boolean =>
  role === 'provideradmin' && status === 'active' && flags.can_manage_user;

/** Whether another staff member can take a manager's place: a manager of the same rank, or of a higher one. */
const replaces = (other: Manager, before: Manager): boolean =>
  managesUsers(other) && isRankedAtLeast(rankOf(other.permission_role_id), rankOf(before.permission_role_id));

/**
 * Whether a change would leave a provider without a manager of a rank (GAP-99): `before` was one and `after` is not, and none of the
 * `others` of the provider takes the place. `after` is null if the person leaves.
 */
export const leavesNoManager = (
  before: Manager,
  after: Manager | null,
  others: readonly Manager[],
): boolean =>
  managesUsers(before) &&
  !(after !== null && replaces(after, before)) &&
  !others.some((other) => replaces(other, before));
