import { useState } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { PlainTextKey } from '../../../../../domain/i18n/texts.ts';
import { customerName, type ActionCustomer } from '../../staff.ts';
import { sendReminders } from '../actions-api.ts';
import css from '../actions.module.css';

/** Selected customers, and the function that clears the selection. */
export type ReminderList = {
  rows: readonly ActionCustomer[];
  /** Number of selected customers who cannot be reminded. */
  leftOut?: number;
  clear: () => void;
};

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type Outcome = Awaited<ReturnType<typeof sendReminders>>;

/** Reminds all selected customers. Customers who could not be reminded are listed with the reason. */
export function RemindDialog({ picked, onClose }: { picked: ReminderList; onClose: () => void }) {
  const t = useText();
  const [asked] = useState(picked.rows);
  const [outcome, setOutcome] = useState<Outcome>();
  const { run, state, problems } = useAction(() => sendReminders(asked.map(({ id }) => id)), {
    resetMs: adminResetMs.save,
    onDone(result) {
      picked.clear();
      showSnackbar(t('customers.remind.sent', { count: result.sent.length }));
      if (result.refused.length > 0) setOutcome(result);
      else onClose();
    },
  });
  if (outcome) {
    return (
      <Modal
        open
        onClose={onClose}
        title={t('customers.remind.sent', { count: outcome.sent.length })}
        foot={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <Refused outcome={outcome} asked={asked} />
      </Modal>
    );
  }
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('customers.remind.title', { count: asked.length })}
      lead={t('customers.remind.body')}
      foot={
        <>
          <Button icon="mail" state={state} words={words} keepsRoom onClick={() => void run()}>
            {t('customers.pick.remind')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <ul className={css.said}>
        {asked.map((each) => (
          <li key={each.id}>
            <OwnWords>{customerName(each)}</OwnWords>
          </li>
        ))}
      </ul>
      {picked.leftOut !== undefined && picked.leftOut > 0 && (
        <p>{t('customers.remind.others', { count: picked.leftOut })}</p>
      )}
      <ProblemList problems={problems} className={css.problems} />
    </Modal>
  );
}

/** Customers who could not be reminded, each with the reason. */
function Refused({ outcome, asked }: { outcome: Outcome; asked: readonly ActionCustomer[] }) {
  const t = useText();
  const nameOf = (id: string) => {
    const row = asked.find((each) => each.id === id);
    return row ? customerName(row) : '';
  };
  return (
    <ul className={css.said}>
      {outcome.refused.map(({ id, message }) => (
        <li key={id}>
          <OwnWords>
            {t('customers.remind.refused', { customer: nameOf(id), reason: t(message as PlainTextKey) })}
          </OwnWords>
        </li>
      ))}
    </ul>
  );
}
