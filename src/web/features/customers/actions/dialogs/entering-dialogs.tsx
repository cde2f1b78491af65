import { StartDialog } from '../../../impersonation/api.ts';
import { customerName } from '../../staff.ts';
import type { CustomerDialogProps } from '../dialog-props.ts';

/** Asks staff for the reason, and enters the customer's account (CACT-10, ERR-18 to ERR-20). */
export function LoginDialog({ customer, onClose }: CustomerDialogProps) {
  return <StartDialog customer={{ id: customer.id, name: customerName(customer) }} onClose={onClose} />;
}

/** Begins together with a customer who is present (N-08). */
export function TogetherDialog({ customer, onClose }: CustomerDialogProps) {
  return (
    <StartDialog together customer={{ id: customer.id, name: customerName(customer) }} onClose={onClose} />
  );
}
