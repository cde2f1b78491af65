import type { AccountStatus } from './status.ts';

/** What staff can do with a customer from the table and the customer's page (CACT-03 to CACT-13). */
export const customerActions = [
  'view',
  'login',
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

/** Who looks: those who run the platform, or staff of a provider; an editor may change customers (GAP-16). */
export type CustomerStaff = {
  side: 'platform' | 'provider';
  isEditor: boolean;
  /** Provider of staff who have no other house to move customers to; absent for all others. */
  onlyHouseId?: string | null;
};

/** What of a customer decides which actions there are. */
export type ActionFacts = {
  status: AccountStatus;
  /** The address only holds the place of one. */
  placeholderEmail: boolean;
  /** Staff named the address. */
  designatedEmail: boolean;
  /** Staff removed the customer, who is deleted on a day that is set (D-62). */
  toBeRemoved?: boolean;
  /** House that the customer belongs to; null or absent for a person who belongs to none, who cannot be moved (D-63). */
  houseId?: string | null;
};

/**
 * What these staff can do with a customer now, in the order of the menu. The two sides differ as the source says (CON-31): a
 * provider's staff cancel and remove from the menu only where the address was named by staff; the icon removes at every status.
 */
export function customerActionsFor(staff: CustomerStaff, facts: ActionFacts): CustomerAction[] {
  if (!staff.isEditor) return ['view'];
  if (facts.toBeRemoved === true) return ['view', 'takeBack'];
  const { status, placeholderEmail, designatedEmail } = facts;
  const onPlatform = staff.side === 'platform';
  const isArchived = status === 'archived';
  const isInvited = status === 'invited';
  const houseId = facts.houseId ?? null;
  const offered: Record<CustomerAction, boolean> = {
    view: true,
    // An account without an address could not be confirmed: staff begin together with the person instead (D-56).
    login: status !== 'suspended' && !placeholderEmail,
    addEmail: status === 'active' && placeholderEmail,
    beginTogether: status === 'active' && placeholderEmail,
    suspend: !isArchived && status !== 'suspended',
    unsuspend: status === 'suspended',
    archive: onPlatform && !isArchived,
    // The way back from the action above, for those who have it, longer than Undo lasts.
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
 * All that these staff may do with a customer now: what the menu offers, the icon that removes at every status (CACT-11), and on the
 * customer's page an address for an account that has none (GAP-79).
 */
export function isAllowedAction(action: CustomerAction, staff: CustomerStaff, facts: ActionFacts): boolean {
  if (customerActionsFor(staff, facts).includes(action)) return true;
  if (!staff.isEditor || facts.toBeRemoved === true) return false;
  return action === 'remove' || (action === 'designateEmail' && facts.status === 'active');
}
