import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { expirePlan, type Plan } from './plans-api.ts';
import css from './plans.module.css';

export type ExpireDialogProps = { plan: Plan; onDone: () => void; onClose: () => void };

const words: StateWords = { pending: 'common.saving', complete: 'common.saved', error: 'common.notSaved' };

/** Asks for confirmation before an active plan is expired manually, with the effects on its subscribers (SUB-10). */
export function ExpireDialog({ plan, onDone, onClose }: ExpireDialogProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => expirePlan(plan.id), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('subscriptions.expired'));
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('subscriptions.expire.title')}
      lead={<OwnWords>{plan.name}</OwnWords>}
      foot={
        <>
          <Button variant="danger" state={state} words={words} keepsRoom onClick={() => void run()}>
            {t('subscriptions.expire.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.facts}>
        <p>{t('subscriptions.expire.payers', { count: plan.payers })}</p>
        <p>
          <OwnWords>
            {plan.follow_on_name === null
              ? t('subscriptions.expire.noFollow')
              : t('subscriptions.expire.follow', { name: plan.follow_on_name })}
          </OwnWords>
        </p>
      </div>
      <ProblemList problems={problems} />
    </Modal>
  );
}
