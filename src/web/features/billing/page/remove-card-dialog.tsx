import { useEffect, useRef } from 'react';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { removeCard, type PaymentInformation } from '../billing-api.ts';

const words: StateWords = {
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

type RemoveCardProps = {
  current: PaymentInformation['current'];
  /** Called when the dialog of a removed card closes: the button that opened it is removed. */
  onRemoved: () => void;
  onClose: () => void;
};

/** Removes the saved card. */
export function RemoveCardDialog({ current, onRemoved, onClose }: RemoveCardProps) {
  const t = useText();
  const shortDate = useShortDate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { run, state, problems } = useAction(removeCard, {
    resetMs: removeResetMs,
    fallback: 'error.payment.cardRemoveFailed',
    onDone() {
      showSnackbar(t('success.cardRemoved'));
      timer.current = setTimeout(onRemoved, closeMs);
    },
  });
  const until = current?.next_billing_date ?? current?.ends_on ?? null;
  const leave = state === 'complete' ? onRemoved : onClose;
  return (
    <Modal
      open
      role="alertdialog"
      onClose={leave}
      title={t('confirm.cardRemove.title')}
      lead={t('confirm.cardRemove.body')}
      foot={
        <>
          <Button
            variant="danger"
            words={words}
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
      {until !== null && <p>{t('billing.card.removeKeepsPlan', { date: shortDate(until) })}</p>}
      <ProblemList problems={problems} />
    </Modal>
  );
}
