import type { PlainTextKey } from '../../../../../domain/i18n/texts.ts';
import { useText } from '../../../../app/texts.tsx';
import type { StateWords } from '../../../../ui/buttons/button.tsx';
import { customerName } from '../../staff.ts';
import { archiveCustomer, cancelInvitation, setStatus, unarchiveCustomer } from '../actions-api.ts';
import { AskDialog } from './ask-dialog.tsx';
import type { CustomerDialogProps } from '../dialog-props.ts';
import { useCustomerAction } from '../use-customer-action.ts';

const wordsOf = (pending: PlainTextKey): StateWords => ({
  pending,
  complete: 'common.saved',
  error: 'customers.action.failed',
});

/** Suspends a customer (CACT-03). Undo unsuspends. */
export function SuspendDialog(props: CustomerDialogProps) {
  const t = useText();
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => setStatus(id, 'suspended', customer_status), {
    done: t('success.suspended', { customer }),
    undo: () => setStatus(id, 'active', 'suspended'),
  });
  return (
    <AskDialog
      title={t('confirm.customerSuspend.title', { customer })}
      lead={t('confirm.customerSuspend.body')}
      button={t('customers.suspend.button')}
      words={wordsOf('customers.suspend.pending')}
      action={action}
      onClose={props.onClose}
    />
  );
}

/** Unsuspends a customer (CACT-03). Undo suspends again. */
export function UnsuspendDialog(props: CustomerDialogProps) {
  const t = useText();
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => setStatus(id, 'active', customer_status), {
    done: t('success.reactivated', { customer }),
    // The account may be back in the state "invited", so the returned status is used as the seen one.
    undo: ({ updateUserStatus }) => setStatus(id, 'suspended', updateUserStatus.customer_status),
  });
  return (
    <AskDialog
      title={t('confirm.customerUnsuspend.title', { customer })}
      lead={t('confirm.customerUnsuspend.body')}
      button={t('customers.unsuspend.button')}
      words={wordsOf('customers.unsuspend.pending')}
      action={action}
      onClose={props.onClose}
    />
  );
}

/** Restores an archived customer to the list, unchanged, also when Undo is no longer shown (CACT-04). */
export function UnarchiveDialog(props: CustomerDialogProps) {
  const t = useText();
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => unarchiveCustomer(id, customer_status), {
    done: t('success.unarchived', { customer }),
    undo: ({ unarchiveCustomer: { customer_status: now } }) => archiveCustomer(id, now),
  });
  return (
    <AskDialog
      title={t('confirm.customerUnarchive.title', { customer })}
      lead={t('confirm.customerUnarchive.body')}
      button={t('customers.unarchive.button')}
      words={wordsOf('customers.unarchive.pending')}
      action={action}
      onClose={props.onClose}
    />
  );
}

/** Cancels an invitation (CACT-06). */
export function CancelInvitationDialog(props: CustomerDialogProps) {
  const t = useText();
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => cancelInvitation(id, customer_status), {
    done: t('success.invitationCancelled'),
  });
  return (
    <AskDialog
      title={t('confirm.invitationCancel.title', { customer })}
      lead={t('confirm.invitationCancel.body')}
      button={t('customers.cancelInvitation.button')}
      words={wordsOf('customers.cancelInvitation.pending')}
      variant="danger"
      keep={t('customers.cancelInvitation.keep')}
      action={action}
      onClose={props.onClose}
    />
  );
}
