import { useState } from 'react';
import { codeOf } from '../../api/errors.ts';
import { useSession } from '../../app/session.tsx';
import { useText, useTexts } from '../../app/texts.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { useAction } from '../../forms/use-action.ts';
import { useFinishImpersonation } from './use-finish.ts';

const words: StateWords = { pending: 'common.loading', complete: 'common.loading', error: 'common.tryAgain' };

/** Dialog that says that the session in the customer's account is over, above the page with its typed text, and leads back. */
export default function ImpersonationEndedDialog({ onClose }: { onClose: () => void }) {
  return useTexts(['login-as-customer', 'errors']) ? <Over onClose={onClose} /> : null;
}

function Over({ onClose }: { onClose: () => void }) {
  const t = useText();
  const back = useFinishImpersonation();
  // Kept in state, because after the return the session has no customer.
  const [customerId] = useState(useSession()?.acting?.customer_id ?? '');
  const { run, state, problems } = useAction(
    async () => {
      try {
        await back(customerId, { timeOver: true });
      } catch (error) {
        if (codeOf(error) !== 'unauthenticated') throw error;
        return location.assign('/login?reason=expired');
      }
      return onClose();
    },
    { resetMs: 2500 },
  );
  const leave = () => void run();
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
      <div role="alert">{problems.length > 0 && <p className="err">{t('error.serverError')}</p>}</div>
    </Modal>
  );
}
