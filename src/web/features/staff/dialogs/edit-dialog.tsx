import { useMemo, useState } from 'react';
import { providerRoleIds } from '../../../../domain/staff/given-roles.ts';
import { staffChangeForm } from '../../../../domain/inputs/organisation/staff-member.ts';
import { useText } from '../../../app/texts.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSharedForm } from '../../../forms/use-shared-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { saveStaff, wordsOf } from '../staff-api.ts';
import { PersonFields } from './staff-fields.tsx';
import { staffName } from '../staff.ts';
import css from '../staff.module.css';
import type { StaffDialogProps } from './use-staff-action.ts';

const words: StateWords = {
  pending: 'users.form.pending',
  complete: 'users.form.complete',
  error: 'users.form.failed',
};

/** Changes the facts about a staff member. Values saved by another administrator meanwhile are merged. */
export function EditDialog({ staff, onClose }: StaffDialogProps) {
  const t = useText();
  const asksJob = providerRoleIds.some((id) => id === staff.permission_role_id);
  const schema = useMemo(() => staffChangeForm({ asksJob }), [asksJob]);
  // The list is read again behind the dialog: the form keeps the values from when it was opened.
  const [first] = useState(() => wordsOf(staff));
  const { form, state, problems, submit } = useSharedForm(
    schema,
    first,
    async (typed, version) => {
      const saved = await saveStaff(staff.id, typed, version);
      showSnackbar(t('users.saved', { name: staffName(saved.values) }));
      onClose();
      return saved;
    },
    staff.id,
  );
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={<OwnWords>{t('users.form.titleEdit', { name: staffName(staff) })}</OwnWords>}
      lead={staff.status !== 'invited' && staff.email && <EmailAddress>{staff.email}</EmailAddress>}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="staff" className={css.form}>
        <PersonFields asksJob={asksJob} email={staff.status === 'invited' ? 'asked' : 'fixed'} />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('users.form.submitEdit')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
