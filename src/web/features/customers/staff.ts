import {
  customerActionsFor,
  type CustomerAction,
  type CustomerStaff,
} from '../../../domain/customers/customer-actions.ts';
import { customerStaffOf } from '../../../domain/customers/customer-staff.ts';
import { fullName } from '../../../domain/names.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';

/** The least: what is shown to those who may read and nothing else. */
export const viewer: CustomerStaff = { side: 'provider', isEditor: false };

/** What the caller is to customers (GAP-16): the server judges it again with each call. */
export function staffOf(user: SessionUser): CustomerStaff {
  const staff = customerStaffOf(roleOf(user), user.permission_role.can_manage_acp) ?? viewer;
  const hasOthers = staff.side === 'platform' || user.provider?.has_children === true;
  return hasOthers ? staff : { ...staff, onlyHouseId: user.provider_id };
}

/** What is known of a customer wherever something can be done with them. */
export type ActionCustomer = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  customer_id: string | null;
  provider_id: string | null;
  /** The name of the provider. */
  provider: string | null;
  customer_status: 'invited' | 'active' | 'suspended' | 'archived';
  placeholder_email: boolean;
  designated_email: boolean;
  last_reminder: string | null;
  /** When a customer whom staff removed is deleted. */
  removal_on: string | null;
  integrations: readonly { type: string }[];
};

/** The name of a customer; before they gave one, their address. */
export const customerName = (customer: Pick<ActionCustomer, 'first_name' | 'last_name' | 'email'>): string =>
  fullName(customer) || (customer.email ?? '');

/** What these staff can do with a customer, in the order of the menu. */
export const actionsOf = (staff: CustomerStaff, customer: ActionCustomer): CustomerAction[] =>
  customerActionsFor(staff, {
    status: customer.customer_status,
    placeholderEmail: customer.placeholder_email,
    designatedEmail: customer.designated_email,
    toBeRemoved: customer.removal_on !== null,
    houseId: customer.provider_id,
  });
