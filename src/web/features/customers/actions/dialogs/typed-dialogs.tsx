import { useState } from 'react';
import { deletionWord } from '../../../../../domain/accounts/deletion.ts';
import { systemName } from '../../../../../domain/integrations/system-name.ts';
import { archiveWord } from '../../../../../domain/customers/actions/archive-word.ts';
import { translateMessage } from '../../../../../domain/i18n/texts.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useSession } from '../../../../app/session.tsx';
import { useText } from '../../../../app/texts.tsx';
import { TypedDialog } from '../../../../forms/typed-dialog.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { actionsOf, customerName } from '../../staff.ts';
import { archiveCustomer, removeCustomer, takeCustomerBack, unarchiveCustomer } from '../actions-api.ts';
import css from '../actions.module.css';
import type { CustomerDialogProps } from '../dialog-props.ts';
import { useCustomerAction } from '../use-customer-action.ts';

/** Archives a customer, after the word is typed (CACT-04, CACT-15). Undo restores them. */
export function ArchiveDialog(props: CustomerDialogProps) {
  const t = useText();
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => archiveCustomer(id, customer_status), {
    done: t('success.archived'),
    undo: () => unarchiveCustomer(id, 'archived'),
  });
  return (
    <TypedDialog
      title={t('confirm.customerArchive.title', { customer })}
      word={archiveWord}
      label={t('confirm.typeArchive.label')}
      button={t('customers.archive.button')}
      words={{
        pending: 'customers.archive.pending',
        complete: 'success.archived',
        error: 'customers.action.failed',
      }}
      action={action}
      onClose={props.onClose}
    >
      <p>{t('confirm.customerArchive.body')}</p>
      <p>{t('customers.archive.card')}</p>
    </TypedDialog>
  );
}

/**
 * Removes a customer, after the word is typed and a reason is given (CACT-16, D-62). A customer of another system is removed
 * there (CACT-17, GAP-82).
 */
export function RemoveDialog(props: CustomerDialogProps) {
  return props.customer.integrations.length > 0 ? <LinkedNotice {...props} /> : <AskRemoval {...props} />;
}

function AskRemoval(props: CustomerDialogProps) {
  const t = useText();
  const user = useSession();
  const shortDate = useShortDate();
  const [reason, setReason] = useState('');
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => removeCustomer(id, reason, customer_status), {
    done: ({ deleteUser: { delete_on } }) =>
      t('success.removed', { customer, date: delete_on === null ? '' : shortDate(delete_on) }),
    undo: () => takeCustomerBack(id),
    errors: { texts: { forbidden: 'error.removal.signedPlan' }, fallback: 'error.customer.statusFailed' },
  });
  const inField = action.problems.find(({ field }) => field === 'reason');
  const offered = actionsOf(props.staff, props.customer);
  const mayRemoveSigned = props.staff.side === 'platform' || user?.permission_role.can_manage_all === true;
  return (
    <TypedDialog
      title={t('confirm.customerRemove.title', { customer })}
      word={deletionWord}
      label={t('confirm.typeDelete.label')}
      button={t('customers.remove.button')}
      words={{
        pending: 'customers.remove.pending',
        complete: 'success.deleted',
        error: 'customers.action.failed',
      }}
      action={action}
      ready={reason.trim() !== ''}
      onClose={props.onClose}
    >
      <p>{t('confirm.customerRemove.body')}</p>
      <p>{t('customers.remove.told')}</p>
      {!mayRemoveSigned && <p>{t('customers.remove.signed')}</p>}
      {(offered.includes('archive') || offered.includes('suspend')) && <p>{t('customers.remove.instead')}</p>}
      <TextArea
        label={t('customers.remove.reason')}
        hint={t('customers.remove.reasonHint')}
        error={inField && translateMessage(t, inField.message, inField.params)}
        rows={2}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        required
      />
    </TypedDialog>
  );
}

function LinkedNotice({ customer, onClose }: CustomerDialogProps) {
  const t = useText();
  return (
    <Modal
      open
      onClose={onClose}
      title={t('customers.remove.linkedTitle')}
      lead={t('error.customerLinkedExternal')}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ul className={css.said}>
        {customer.integrations.map(({ type }) => (
          <li key={type}>{t('customers.remove.linkedSystem', { system: systemName(type) })}</li>
        ))}
      </ul>
    </Modal>
  );
}
