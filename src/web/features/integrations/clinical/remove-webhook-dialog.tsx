import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { AskDialog } from '../ask-dialog.tsx';
import { removeWebhook, type ClinicalClient } from './clinical-api.ts';

/** Asks before the address for notices is removed. */
export default function RemoveWebhookDialog({
  client,
  onClose,
}: {
  client: ClinicalClient;
  onClose: () => void;
}) {
  const t = useText();
  const action = useAction(() => removeWebhook(client.id), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('clinical.webhook.remove.done'));
      onClose();
    },
  });
  return (
    <AskDialog
      title={t('clinical.webhook.remove.title', { name: client.name })}
      button={t('clinical.webhook.remove.yes')}
      variant="danger"
      words={{
        pending: 'clinical.removing',
        complete: 'clinical.webhook.remove.done',
        error: 'common.notSaved',
      }}
      action={action}
      onClose={onClose}
    >
      <p>{t('clinical.webhook.remove.body')}</p>
    </AskDialog>
  );
}
