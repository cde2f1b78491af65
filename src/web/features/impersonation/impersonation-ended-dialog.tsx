import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useSession } from '../../app/session.tsx';
import { useText, useTexts } from '../../app/texts.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { useButtonState } from '../../ui/buttons/use-button-state.ts';
import { useReturn } from './use-finish.ts';

const words: StateWords = { pending: 'common.loading', complete: 'common.loading', error: 'common.tryAgain' };

/** Says that the time in the customer's account is over, over the page with what was typed, and leads back. */
export default function ActingOverDialog({ onClose }: { onClose: () => void }) {
  return useTexts(['login-as-customer', 'errors']) ? <Over onClose={onClose} /> : null;
}

function Over({ onClose }: { onClose: () => void }) {
  const t = useText();
  const back = useReturn();
  const { state, run } = useButtonState(2500);
  const [failed, setFailed] = useState(false);
  // Whose account it was: once back, nobody is in it any more.
  const [customerId] = useState(useSession()?.acting?.customer_id ?? '');
  const leave = () =>
    void run(async () => {
      setFailed(false);
      try {
        await back(customerId, { timeOver: true });
        onClose();
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'unauthenticated') {
          location.assign('/login?reason=expired');
          return true;
        }
        setFailed(true);
        return false;
      }
    });
  return (
    <Modal
      open
      mustChoose
      role="alertdialog"
      onClose={leave}
      title={t('lac.ended.time')}
      lead={t('lac.ended.kept')}
      foot={
        <Button state={state} words={words} onClick={leave}>
          {t('lac.return')}
        </Button>
      }
    >
      <div role="alert">{failed && <p className="err">{t('error.serverError')}</p>}</div>
    </Modal>
  );
}
