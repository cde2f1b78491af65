import { deletionWord } from '../../../../domain/accounts/deletion.ts';
import { archiveWord } from '../../../../domain/customers/archive-word.ts';
import { useText } from '../../../app/texts.tsx';
import { TypedDialog } from '../../../forms/typed-dialog.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { actionsOf, customerName } from '../staff.ts';
import { archiveCustomer, removeCustomer, unarchiveCustomer } from './actions-api.ts';
import css from './actions.module.css';
import type { CustomerDialogProps } from './dialog-props.ts';
import { useCustomerAction } from './use-customer-action.ts';

/** Archives a customer, once the word is typed (CACT-04, CACT-15). Undo brings them back. */
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

/** Removes a customer for good, once the word is typed (CACT-16). One of another system is removed there (CACT-17, GAP-82). */
export function RemoveDialog(props: CustomerDialogProps) {
  return props.customer.integrations.length > 0 ? <LinkedNotice {...props} /> : <RemoveForGood {...props} />;
}

function RemoveForGood(props: CustomerDialogProps) {
  const t = useText();
  const { id, customer_status } = props.customer;
  const customer = customerName(props.customer);
  const action = useCustomerAction(props, () => removeCustomer(id, customer_status), {
    done: t('success.removed', { customer }),
  });
  const offered = actionsOf(props.staff, props.customer);
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
      onClose={props.onClose}
    >
      <p>{t('confirm.customerRemove.body')}</p>
      <p>{t('customers.remove.card')}</p>
      {(offered.includes('archive') || offered.includes('suspend')) && <p>{t('customers.remove.instead')}</p>}
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
          <li key={type}>{t('customers.remove.linkedSystem', { system: type })}</li>
        ))}
      </ul>
    </Modal>
  );
}
