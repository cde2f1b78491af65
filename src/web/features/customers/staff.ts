import {
  customerActionsFor,
  type CustomerAction,
  type CustomerStaff,
} from '../../../domain/customers/actions/customer-actions.ts';
import { customerStaffOf } from '../../../domain/customers/actions/customer-staff.ts';
import { fullName } from '../../../domain/names.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';

/** The lowest rights: staff who may only read. */
export const viewer: CustomerStaff = { side: 'provider', isEditor: false };

/** Returns the caller's rights towards customers (GAP-16): the server checks them again with each call. */
export function staffOf(user: SessionUser): CustomerStaff {
  const staff = customerStaffOf(roleOf(user), user.permission_role.can_manage_acp) ?? viewer;
  const hasOthers = staff.side === 'platform' || user.provider?.has_children === true;
  return hasOthers ? staff : { ...staff, onlyHouseId: user.provider_id };
}

/** Facts about a customer that every action needs. */
export type ActionCustomer = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  customer_id: string | null;
  room: string | null;
  provider_id: string | null;
  /** The name of the provider. */
  provider: string | null;
  customer_status: 'invited' | 'active' | 'suspended' | 'archived';
  placeholder_email: boolean;
  designated_email: boolean;
  last_reminder: string | null;
  /** Date on which a customer whom staff removed is deleted. */
  removal_on: string | null;
  /** Whether the record is archived because another one of the person is kept. */
  is_duplicate: boolean;
  integrations: readonly { type: string }[];
};

/** Returns the name of a customer, or the address if there is no name yet. */
export const customerName = (customer: Pick<ActionCustomer, 'first_name' | 'last_name' | 'email'>): string =>
  fullName(customer) || (customer.email ?? '');

/** Returns the actions of these staff for a customer, in the order of the menu. */
export const actionsOf = (staff: CustomerStaff, customer: ActionCustomer): CustomerAction[] =>
  customerActionsFor(staff, {
    status: customer.customer_status,
    placeholderEmail: customer.placeholder_email,
    designatedEmail: customer.designated_email,
    toBeRemoved: customer.removal_on !== null,
    isDuplicate: customer.is_duplicate,
    houseId: customer.provider_id,
  });
