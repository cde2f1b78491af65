import { customerIdForm } from '../../../../../domain/inputs/customers/customer-id.ts';
import { useText } from '../../../../app/texts.tsx';
import { FormTextField } from '../../../../forms/form-fields.tsx';
import { Form } from '../../../../forms/form.tsx';
import { useSubmit } from '../../../../forms/use-submit.ts';
import { useZodForm } from '../../../../forms/use-zod-form.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { customerName } from '../../staff.ts';
import { setCustomerId } from '../actions-api.ts';
import css from '../actions.module.css';
import { RoomField } from '../../new/room-field.tsx';
import type { CustomerDialogProps } from '../dialog-props.ts';
import { customerErrors, useTakeBack } from '../use-customer-action.ts';

/** Changes the provider's own number and the room of a customer (CACT-41, N-09). Undo restores the old ones. */
export function EditIdDialog({ customer, onClose, onStale }: CustomerDialogProps) {
  const t = useText();
  const before = { customer_id: customer.customer_id ?? '', room: customer.room ?? '' };
  const form = useZodForm(customerIdForm, before, customer.id);
  const takeBack = useTakeBack(customer);
  const { submit, state, problems } = useSubmit(
    form,
    ({ customer_id, room = '' }: { customer_id: string; room?: string }) =>
      setCustomerId(customer.id, { customer_id, room }),
    {
      ...customerErrors,
      fallback: 'error.serverError',
      resetMs: adminResetMs.save,
      onDone() {
        takeBack(t('success.customerIdSaved'), () => setCustomerId(customer.id, before));
        onClose();
      },
      onFailed({ code }) {
        if (code === 'not-found') onStale();
      },
    },
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('customers.editId.title')}
      lead={<OwnWords>{customerName(customer)}</OwnWords>}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="customer-id" className={css.form}>
        <FormTextField
          name="customer_id"
          label={t('customers.editId.label')}
          hint={`${t('customers.editId.hint')} ${t('customers.editId.noMedicare')}`}
          autoComplete="off"
          spellCheck={false}
        />
        <RoomField />
        <div className="modalfoot">
          <Button type="submit" state={state} keepsRoom>
            {t('customers.editId.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
