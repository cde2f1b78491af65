import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { AskDialog } from '../ask-dialog.tsx';
import { unlink } from '../residents-api.ts';
import { nameOr } from '../words.ts';
import type { ResidentDialogProps } from './compare-dialog.tsx';

/** Asks before the link of a resident is removed. */
export function UnlinkDialog({ providerId, resident, onChanged, onClose }: ResidentDialogProps) {
  const t = useText();
  const names = {
    resident: nameOr(resident, resident.resident_id),
    customer: nameOr(resident.customer, t('integrations.link.unknown')),
  };
  const action = useAction(() => unlink(providerId, resident.resident_id), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('integrations.unlink.done', names));
      onChanged();
      onClose();
    },
    onFailed: onChanged,
  });
  return (
    <AskDialog
      title={t('integrations.unlink.title', names)}
      button={t('integrations.unlink.button')}
      words={{
        pending: 'integrations.unlink.pending',
        complete: 'common.saved',
        error: 'integrations.unlink.failed',
      }}
      action={action}
      onClose={onClose}
    >
      <p>{t('integrations.unlink.body')}</p>
    </AskDialog>
  );
}
