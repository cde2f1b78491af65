import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { newCustomerForm, type NewCustomer } from '../../../../domain/inputs/customers/new-customer.ts';
import { ApiError } from '../../../api/errors.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { FormRadioCards } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../actions/actions.module.css';
import { customerPath } from '../paths.ts';
import { customerName } from '../staff.ts';
import { CreateFields, InviteFields, NameFields } from './customer-fields.tsx';
import { inviteCustomer, type AddedCustomer } from './new-api.ts';
import { ProviderField } from './provider-field.tsx';
import { RoomField } from './room-field.tsx';

const wordsOf = {
  create_account: {
    pending: 'customers.new.pendingCreate',
    complete: 'customers.new.completeCreate',
    error: 'customers.new.failed',
  },
  invite_account: {
    pending: 'customers.new.pendingInvite',
    complete: 'customers.new.completeInvite',
    error: 'customers.new.failed',
  },
} as const satisfies Record<NewCustomer['registration_type'], StateWords>;

const nothing = {
  accountFor: '',
  first_name: '',
  last_name: '',
  relationWithOwner: '',
  medicareNumber: '',
  gender: '',
  birthDate: '',
  email: '',
  room: '',
  notOwnerConfirmation: false,
};

const noProvider = new ApiError('invalid', {
  fields: [{ field: 'provider_id', message: 'error.customer.provider' }],
});

type AddDialogProps = { staff: CustomerStaff; onImport: () => void; onClose: () => void };

/** Adds customers one after another, by creating their accounts or inviting them (CTABLE-20, CACT-25, CACT-26). */
export function AddDialog({ staff, onImport, onClose }: AddDialogProps) {
  const t = useText();
  const [added, setAdded] = useState<AddedCustomer>();
  const [turn, setTurn] = useState(0);
  return (
    <Modal open width={680} onClose={onClose} title={t('customers.new.title')}>
      {added ? (
        <Added
          staff={staff}
          customer={added}
          onAnother={() => {
            setAdded(undefined);
            setTurn(turn + 1);
          }}
          onClose={onClose}
        />
      ) : (
        <NewCustomerForm key={turn} staff={staff} onAdded={setAdded} onImport={onImport} onClose={onClose} />
      )}
    </Modal>
  );
}

/** The form of a new customer, and its submit. `onAdded` is called with the added customer. */
function useNewCustomer(onAdded: (customer: AddedCustomer) => void) {
  const t = useText();
  const ownProvider = useSession()?.provider_id ?? '';
  const [today] = useState(() => melbourneDate(new Date()));
  const schema = useMemo(() => newCustomerForm({ today }), [today]);
  const [keyOf] = useState(() => requestKeys());
  const form = useZodForm(schema, { provider_id: ownProvider, ...nothing }, 'new-customer');
  const submission = useSubmit(
    form,
    async (customer: NewCustomer) => {
      const provider = form.getValues('provider_id');
      if (provider === '') throw noProvider;
      return inviteCustomer(customer, provider, keyOf({ customer, provider }));
    },
    {
      texts: {
        existingUser: () => [{ field: 'email', message: 'error.userExists' }],
        existingMedicareNumber: () => [{ field: 'medicareNumber', message: 'error.medicareExists' }],
      },
      resetMs: adminResetMs.save,
      onDone(customer) {
        showSnackbar(
          form.getValues('accountFor') === 'invite_account'
            ? t('success.invited')
            : t('success.customerAdded', { customer: customerName(customer) }),
        );
        onAdded(customer);
      },
    },
  );
  return { form, ...submission };
}

function NewCustomerForm({
  staff,
  onAdded,
  onImport,
  onClose,
}: AddDialogProps & { onAdded: (customer: AddedCustomer) => void }) {
  const t = useText();
  const { form, submit, state, problems } = useNewCustomer(onAdded);
  const accountFor = useWatch({ control: form.control, name: 'accountFor' });
  const isInvited = accountFor === 'invite_account';
  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="new-customer" className={css.form}>
      {staff.side === 'platform' && <ProviderField />}
      <FormRadioCards
        name="accountFor"
        label={t('customers.new.accountFor')}
        columns={2}
        low
        required
        choices={[
          {
            value: 'create_account',
            label: t('customers.accountFor.create_account'),
            note: t('customers.new.createHint'),
          },
          {
            value: 'invite_account',
            label: t('customers.accountFor.invite_account'),
            note: t('customers.new.inviteHint'),
          },
        ]}
      />
      {accountFor !== '' && <NameFields hint={!isInvited} />}
      {accountFor !== '' && <RoomField />}
      {accountFor === 'create_account' && <CreateFields />}
      {isInvited && <InviteFields />}
      <div className="modalfoot">
        <Button
          type="submit"
          state={state}
          words={wordsOf[isInvited ? 'invite_account' : 'create_account']}
          keepsRoom
        >
          {t(isInvited ? 'customers.new.submitInvite' : 'customers.new.submitCreate')}
        </Button>
        <Button variant="two" off={state === 'pending'} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="text" off={state === 'pending'} onClick={onImport}>
          {t('customers.new.orImport')}
        </Button>
      </div>
    </Form>
  );
}

/** Confirms the added customer, and offers the next steps. */
function Added({
  staff,
  customer,
  onAnother,
  onClose,
}: Omit<AddDialogProps, 'onImport'> & { customer: AddedCustomer; onAnother: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const name = customerName(customer);
  return (
    <>
      <p className={css.said} role="status">
        <OwnWords>{t('success.customerAdded', { customer: name })}</OwnWords>
      </p>
      <div className="modalfoot">
        <Button icon="plus" onClick={onAnother}>
          {t('customers.new.another')}
        </Button>
        <Button
          variant="two"
          onClick={() => void navigate({ to: customerPath(staff), params: { customerId: customer.id } })}
        >
          <OwnWords>{t('customers.new.openNew', { customer: name })}</OwnWords>
        </Button>
        <Button variant="text" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}
