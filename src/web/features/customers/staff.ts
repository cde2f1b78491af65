import {
  customerActionsFor,
  type CustomerAction,
  type CustomerStaff,
} from '../../../domain/customers/customer-actions.ts';
import { fullName } from '../../../domain/names.ts';
import { isPlatformRole } from '../../../domain/access/actors.ts';
import { roleOf, type SessionUser } from '../../app/person.ts';

/** What the caller is to customers (GAP-16): the server judges it again with each call. */
export function staffOf(user: SessionUser): CustomerStaff {
  const role = roleOf(user);
  if (isPlatformRole(role)) return { side: 'platform', isEditor: true };
  return {
    side: 'provider',
    isEditor: role === 'provideradmin' && user.permission_role.can_manage_acp,
  };
}

/** What is known of a customer wherever something can be done with them. */
export type ActionCustomer = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  customer_id: string | null;
  customer_status: 'invited' | 'active' | 'suspended' | 'archived';
  placeholder_email: boolean;
  designated_email: boolean;
  last_reminder: string | null;
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
  });
