import type { PersonActor, Role } from '../access/actors.ts';

/** One of the staff, as far as it matters for who is left to manage a provider. */
export type Manager = { role: Role; status: string; flags: Pick<PersonActor['flags'], 'can_manage_user'> };

/** Whether one of the staff manages the users of a provider now: an administrator with the flag, who can sign in. */
export const managesUsers = ({ role, status, flags }: Manager): boolean =>
  role === 'provideradmin' && status === 'active' && flags.can_manage_user;

/**
 * Whether a change would leave a provider without anyone who manages its users (GAP-99): the person did so far and will not any more,
 * and `others` is how many besides them do. Null for `after` where the person leaves.
 */
export const leavesNoManager = (before: Manager, after: Manager | null, others: number): boolean =>
  others === 0 && managesUsers(before) && !(after !== null && managesUsers(after));
