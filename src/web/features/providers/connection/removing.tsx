import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { removeConnection, type Connection } from './connection-api.ts';
import css from './connection.module.css';

const words: StateWords = {
  pending: 'providers.connection.removing',
  complete: 'providers.connection.removed',
  error: 'providers.connection.notRemoved',
};

/** Asks for confirmation before the connection of a provider is removed, with the effects on its staff (D-50). */
export function Removing({
  provider,
  connection: { provider_id: id, version, joined },
  onDone,
  onClose,
}: {
  provider: { name: string };
  connection: Connection;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const { run, state, problems } = useAction(() => removeConnection(id, version), {
    texts: {
      conflict: 'providers.connection.changedMeanwhile',
      'not-found': 'providers.connection.gone',
    },
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('providers.connection.removed'));
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={<OwnWords>{t('providers.connection.removeTitle', { provider: provider.name })}</OwnWords>}
      foot={
        <>
          <Button variant="danger" state={state} words={words} keepsRoom onClick={() => void run()}>
            {t('providers.connection.remove')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        <p>{t('providers.connection.removeJoined', { count: joined })}</p>
        <p>{t('providers.connection.removeAfter')}</p>
        <p>{t('providers.connection.removeBefore')}</p>
      </div>
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}
