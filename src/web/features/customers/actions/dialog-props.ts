import type { CustomerStaff } from '../../../../domain/customers/customer-actions.ts';
import type { ActionCustomer } from '../staff.ts';

/** What every dialog about one customer is given. */
export type CustomerDialogProps = {
  customer: ActionCustomer;
  staff: CustomerStaff;
  /** The customer is not as the page shows them: it must be read again. */
  onStale: () => void;
  onClose: () => void;
};
