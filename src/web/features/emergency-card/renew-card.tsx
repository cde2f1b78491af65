import { useText } from '../../app/texts.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { useAction } from '../../forms/use-action.ts';
import css from '../../plan-view/plan.module.css';

const words: StateWords = { pending: 'common.saving', complete: 'common.saved', error: 'common.tryAgain' };
const resetMs = 3000;

/** Asks before a new code and PIN are made: existing cards stop working immediately (D-07). */
export function RenewDialog({
  onClose,
  renew,
  onDone,
}: {
  onClose: () => void;
  renew: () => Promise<void>;
  onDone: () => void;
}) {
  const t = useText();
  const { run, state, problems } = useAction(renew, { resetMs, onDone });
  return (
    <Modal
      open
      onClose={onClose}
      role="alertdialog"
      title={t('card.renewConfirm.title')}
      foot={
        <>
          <Button state={state} words={words} onClick={() => void run()}>
            {t('card.renewConfirm.yes')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('card.renewConfirm.no')}
          </Button>
        </>
      }
    >
      <p>{t('card.renewConfirm.body')}</p>
      <p className={css.after}>{t('card.renewConfirm.print')}</p>
      <div role="alert">
        {problems.length > 0 && <p className={`err ${css.after}`}>{t('error.general_error')}</p>}
      </div>
    </Modal>
  );
}
