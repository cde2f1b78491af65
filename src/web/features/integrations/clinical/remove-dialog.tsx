import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { removeKey, revokeClient, type ClinicalClient, type ClinicalKey } from './clinical-api.ts';

type RemoveDialogProps = {
  client: ClinicalClient;
  /** The key to remove; absent for the whole system. */
  publicKey?: ClinicalKey;
  onClose: () => void;
};

/** Asks before a key of a clinical system, or the whole system, is removed: it stops working at once. */
export default function RemoveDialog({ client, publicKey, onClose }: RemoveDialogProps) {
  const t = useText();
  const { name } = client;
  const part = publicKey ? 'removeKey' : 'revoke';
  const action = useAction<[], unknown>(
    () => (publicKey ? removeKey(publicKey.id) : revokeClient(client.id)),
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t(`clinical.${part}.done`));
        onClose();
      },
    },
  );
  return (
    <AskDialog
      title={
        publicKey
          ? t('clinical.removeKey.title', { kid: publicKey.kid })
          : t('clinical.revoke.title', { name })
      }
      button={t(`clinical.${part}.yes`)}
      variant="danger"
      words={{ pending: 'clinical.removing', complete: `clinical.${part}.done`, error: 'common.notSaved' }}
      action={action}
      onClose={onClose}
    >
      <p>
        <OwnWords>{t(`clinical.${part}.body`, { name })}</OwnWords>
      </p>
      {publicKey && client.keys.length === 1 && <p>{t('clinical.removeKey.last')}</p>}
    </AskDialog>
  );
}
