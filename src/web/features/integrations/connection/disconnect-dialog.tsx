import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { AskDialog } from '../ask-dialog.tsx';
import { removeConnection, type Connection, type OfProvider } from '../connection-api.ts';

export type DisconnectDialogProps = {
  provider: OfProvider;
  connection: Connection;
  onChanged: () => void;
  onClose: () => void;
};

/** Asks before a connection ends. */
export function DisconnectDialog({ provider, connection, onChanged, onClose }: DisconnectDialogProps) {
  const t = useText();
  const action = useAction(() => removeConnection(provider.id, connection.version), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('integrations.settings.removed'));
      onChanged();
      onClose();
    },
    onFailed: onChanged,
  });
  return (
    <AskDialog
      title={t('integrations.settings.removeTitle')}
      button={t('integrations.settings.remove')}
      variant="danger"
      words={{
        pending: 'integrations.settings.removing',
        complete: 'integrations.settings.removed',
        error: 'common.notSaved',
      }}
      action={action}
      onClose={onClose}
    >
      <p>{t('integrations.settings.removeBody')}</p>
    </AskDialog>
  );
}
