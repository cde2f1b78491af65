import { permissionRoleForm } from '../../../../domain/inputs/organisation/staff-member.ts';
import { useText } from '../../../app/texts.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { RoleField } from './role-field.tsx';
import { setRole } from '../staff-api.ts';
import { roleKey, staffName } from '../staff.ts';
import css from '../staff.module.css';
import { failing, type StaffDialogProps } from './use-staff-action.ts';

const words: StateWords = {
  pending: 'users.form.pending',
  complete: 'users.form.complete',
  error: 'users.form.failed',
};

/** Gives a staff member another permission role, which applies from their next request. */
export function RoleDialog({ staff, given, onStale, onClose }: StaffDialogProps) {
  const t = useText();
  const name = staffName(staff);
  const now = { permission_role_id: String(staff.permission_role_id) };
  const form = useZodForm(permissionRoleForm, now, `role-${staff.id}`);
  const { submit, state, problems } = useSubmit(
    form,
    ({ permission_role_id }: { permission_role_id: number }) =>
      setRole(staff.id, permission_role_id, staff.status),
    {
      ...failing(onStale),
      resetMs: adminResetMs.save,
      onDone({ updateUserPermissionRole: { permission_role_id } }) {
        const key = roleKey(permission_role_id);
        showSnackbar(t('users.role.done', { name, role: key ? t(key) : '' }));
        onClose();
      },
    },
  );
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={<OwnWords>{t('users.role.title', { name })}</OwnWords>}
      lead={t('users.role.lead')}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="staff-role" className={css.form}>
        <RoleField given={given} />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('users.role.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
