import { useText } from '../../../app/texts.tsx';
import { ConfirmPasswordDialog } from '../../../forms/passwords/confirm-password-dialog.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { endSessions, removeSecondStep } from '../staff-api.ts';
import { staffName } from '../staff.ts';
import { failing, type StaffDialogProps } from './use-staff-action.ts';

/** Signs a staff member out on all devices, after the caller typed their own password. */
export function EndSessionsDialog({ staff, onStale, onClose }: StaffDialogProps) {
  const t = useText();
  const name = staffName(staff);
  return (
    <ConfirmPasswordDialog
      title={t('users.endSessions.title', { name })}
      lead={t('users.endSessions.body', { name })}
      submit={t('users.endSessions.button')}
      onPassword={async (password) => {
        await endSessions(staff.id, password);
        showSnackbar(t('users.endSessions.done', { name }));
      }}
      onClose={onClose}
      failing={failing(onStale)}
    />
  );
}

/** Removes a lost second step, after the caller typed their own password. */
export function RemoveSecondStepDialog({ staff, onStale, onClose }: StaffDialogProps) {
  const t = useText();
  const name = staffName(staff);
  return (
    <ConfirmPasswordDialog
      title={t('users.secondStep.title', { name })}
      lead={t('users.secondStep.body', { name })}
      submit={t('users.secondStep.button')}
      onPassword={async (password) => {
        await removeSecondStep(staff.id, password);
        showSnackbar(t('users.secondStep.done', { name }));
      }}
      onClose={onClose}
      failing={failing(onStale)}
    />
  );
}
