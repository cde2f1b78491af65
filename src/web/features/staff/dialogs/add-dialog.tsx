import { useState } from 'react';
import { newStaffForm } from '../../../../domain/inputs/organisation/staff-member.ts';
import { ApiError } from '../../../api/errors.ts';
import { requestKeys } from '../../../api/request-keys.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { RoleField } from './role-field.tsx';
import { addStaff, type NewStaff } from '../staff-api.ts';
import { PersonFields, ProviderField } from './staff-fields.tsx';
import { staffName, type Caller } from '../staff.ts';
import css from '../staff.module.css';

const words: StateWords = {
  pending: 'users.form.pending',
  complete: 'users.form.complete',
  error: 'users.form.failed',
};

const nothing = { first_name: '', last_name: '', email: '', phone: '', role: '', permission_role_id: '' };

const noProvider = new ApiError('invalid', {
  fields: [{ field: 'provider_id', message: 'error.customer.provider' }],
});

type AddDialogProps = { caller: Caller; given: readonly number[]; onClose: () => void };

/** Adds a staff member to a provider and invites them (PUSER-01, GAP-98). */
export function AddDialog({ caller, given, onClose }: AddDialogProps) {
  const t = useText();
  const ownProvider = useSession()?.provider_id ?? '';
  const [keyOf] = useState(() => requestKeys());
  const form = useZodForm(newStaffForm, { provider_id: ownProvider, ...nothing }, 'new-staff');
  const { submit, state, problems } = useSubmit(
    form,
    async (member: NewStaff) => {
      const provider = form.getValues('provider_id');
      if (provider === '') throw noProvider;
      return addStaff(member, provider, keyOf({ member, provider }));
    },
    {
      texts: { existingUser: () => [{ field: 'email', message: 'error.userExists' }] },
      resetMs: adminResetMs.save,
      onDone(added) {
        const name = staffName(added);
        const isInvited = added.status === 'invited';
        showSnackbar(
          isInvited
            ? t('users.added', { name, email: added.email ?? '' })
            : t('users.addedExternal', { name }),
        );
        onClose();
      },
    },
  );
  return (
    <Modal open width={680} onClose={onClose} title={t('users.form.titleAdd')}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="new-staff" className={css.form}>
        {caller.choosesProvider && <ProviderField />}
        <PersonFields asksJob email="asked" />
        <RoleField given={given} />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('users.form.submitAdd')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
