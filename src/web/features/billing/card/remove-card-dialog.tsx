import { useEffect, useRef } from 'react';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';

const stateWords: StateWords = {
  pending: 'billing.card.removing.pending',
  complete: 'billing.card.removing.complete',
  error: 'billing.card.removing.error',
};

/**
 * Time after which the remove button returns to its initial state, and after which its dialog closes, in milliseconds (BILL-03,
 * BILL-04).
 */
const removeResetMs = 2_500;
const closeMs = 1_000;

/** Consequence of removing a card. */
export type Removal = { lead: string; note: string | null };

type RemoveCardProps = {
  words: Removal;
  remove: () => Promise<unknown>;
  /** Called when the dialog of a removed card closes: the button that opened it is removed. */
  onRemoved: () => void;
  onClose: () => void;
};

/** Removes the saved card. */
export function RemoveCardDialog({ words: { lead, note }, remove, onRemoved, onClose }: RemoveCardProps) {
  const t = useText();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { run, state, problems } = useAction(remove, {
    resetMs: removeResetMs,
    fallback: 'error.payment.cardRemoveFailed',
    onDone() {
      showSnackbar(t('success.cardRemoved'));
      timer.current = setTimeout(onRemoved, closeMs);
    },
  });
  const leave = state === 'complete' ? onRemoved : onClose;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={leave}
      title={t('confirm.cardRemove.title')}
      lead={lead}
      foot={
        <>
          <Button
            variant="danger"
            words={stateWords}
            state={state}
            keepsRoom
            onClick={() => {
              if (state !== 'complete') void run();
            }}
          >
            {t('billing.card.removing.initial')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={leave}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {note !== null && <p>{note}</p>}
      <ProblemList problems={problems} />
    </Modal>
  );
}
