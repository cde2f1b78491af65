import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import type { ActionCustomer } from '../staff.ts';

/** Props of every dialog about one customer. */
export type CustomerDialogProps = {
  customer: ActionCustomer;
  staff: CustomerStaff;
  /** The customer differs from what the page shows, and must be read again. */
  onStale: () => void;
  onClose: () => void;
};
