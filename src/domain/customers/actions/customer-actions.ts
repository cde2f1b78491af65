import type { AccountStatus } from '../status.ts';

/** Actions of staff on a customer, in the table and on the customer's page (CACT-03 to CACT-13). */
export const customerActions = [
  'view',
  'handOver',
  'login',
  'talk',
  'suspend',
  'unsuspend',
  'archive',
  'unarchive',
  'remove',
  'reminder',
  'cancelInvitation',
  'reset',
  'addEmail',
  'beginTogether',
  'designateEmail',
  'editEmail',
  'editId',
  'move',
  'takeBack',
] as const;
export type CustomerAction = (typeof customerActions)[number];

/** The caller: the platform's staff, or staff of a provider; an editor may change customers (GAP-16). */
export type CustomerStaff = {
  side: 'platform' | 'provider';
  isEditor: boolean;
  /** Provider of staff who have no other house to move customers to; absent for all others. */
  onlyHouseId?: string | null;
};

/** Facts of a customer that decide which actions there are. */
export type ActionFacts = {
  status: AccountStatus;
  /** Whether the address is only a placeholder. */
  placeholderEmail: boolean;
  /** Whether staff set the address. */
  designatedEmail: boolean;
  /** Whether staff removed the customer, who will be deleted on a fixed day (D-62). */
  toBeRemoved?: boolean;
  /** Whether the record is archived because another one of the person is kept (N-13). */
  isDuplicate?: boolean;
  /** House of the customer; null or absent for a person without one, who cannot be moved (D-63). */
  houseId?: string | null;
};

/**
 * Returns the actions of these staff on a customer now, in the order of the menu. The two sides differ as in the source (CON-31):
 * a provider's staff cancel and remove from the menu only if staff set the address; the icon removes at every status.
 */
export function customerActionsFor(staff: CustomerStaff, facts: ActionFacts): CustomerAction[] {
  if (!staff.isEditor) return ['view'];
  if (facts.toBeRemoved === true) return ['view', 'takeBack'];
  // Another record is in force: undoing that brings this one back.
  if (facts.isDuplicate === true) return staff.side === 'platform' ? ['view', 'remove'] : ['view'];
  const { status, placeholderEmail, designatedEmail } = facts;
  const onPlatform = staff.side === 'platform';
  const isArchived = status === 'archived';
  const isInvited = status === 'invited';
  const houseId = facts.houseId ?? null;
  const offered: Record<CustomerAction, boolean> = {
    view: true,
    // The plan of a resident, for an ambulance (N-14).
    handOver: houseId !== null && !onPlatform,
    // An account without an address could not be confirmed: staff begin together with the person instead (D-56).
    login: status !== 'suspended' && !placeholderEmail,
    // A conversation about planning ahead is recorded whatever the account is (N-07).
    talk: !isArchived,
    addEmail: status === 'active' && placeholderEmail,
    beginTogether: status === 'active' && placeholderEmail,
    suspend: !isArchived && status !== 'suspended',
    unsuspend: status === 'suspended',
    archive: onPlatform && !isArchived,
    // Undoes the action above, for staff who have it, also when Undo is no longer shown.
    unarchive: onPlatform && isArchived,
    remove: onPlatform || (isInvited && designatedEmail),
    reminder: isInvited && !designatedEmail,
    cancelInvitation: isInvited && designatedEmail !== onPlatform,
    reset: isInvited,
    designateEmail: status === 'active' && !placeholderEmail,
    editEmail: isInvited && designatedEmail,
    editId: true,
    move: houseId !== null && houseId !== staff.onlyHouseId,
    takeBack: false,
  };
  return customerActions.filter((action) => offered[action]);
}

/**
 * Whether these staff may take an action on a customer now: those of the menu, the remove icon at every status (CACT-11), and on
 * the customer's page an address for an account without one (GAP-79).
 */
export function isAllowedAction(action: CustomerAction, staff: CustomerStaff, facts: ActionFacts): boolean {
  if (customerActionsFor(staff, facts).includes(action)) return true;
  if (!staff.isEditor || facts.toBeRemoved === true) return false;
  if (facts.isDuplicate === true) return action === 'remove';
  return action === 'remove' || (action === 'designateEmail' && facts.status === 'active');
}
