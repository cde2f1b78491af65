import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { answerStandInBank } from './stand-in-calls.ts';

type BankDialogProps = { clientSecret: string; publishableKey: string; onClose: () => void };

/** Page of the stand-in bank, where no money moves: it accepts or refuses. Closing it cancels the step. */
export function BankDialog({ clientSecret, publishableKey, onClose }: BankDialogProps) {
  const t = useText();
  const { run, state, problems } = useAction(
    (accepts: boolean) => answerStandInBank(publishableKey, clientSecret, accepts),
    { resetMs: 2_000, onDone: onClose },
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('billing.bank.title')}
      lead={t('billing.bank.test')}
      foot={
        <>
          <Button state={state} onClick={() => void run(true)}>
            {t('billing.bank.accept')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={() => void run(false)}>
            {t('billing.bank.refuse')}
          </Button>
        </>
      }
    >
      <ProblemList problems={problems} />
    </Modal>
  );
}
