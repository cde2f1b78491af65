import { useState } from 'react';
import { useShortDate } from '../../../app/dates.ts';
import { site } from '../../../app/site.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { cancelPlan, type CurrentPlan } from '../billing-api.ts';
import css from './page.module.css';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const words: StateWords = {
  pending: 'billing.cancel.words.pending',
  complete: 'billing.cancel.words.complete',
  error: 'billing.cancel.words.error',
};

/** Time after which the button returns to its initial state, in milliseconds. */
const resetMs = 2_000;

/** Maximum number of characters of a message to the help desk. */
const mostLetters = 2_000;

/** Cancels the payment plan at the end of the paid period, without a required reason. */
export function CancelDialog({ current, onClose }: { current: CurrentPlan; onClose: () => void }) {
  const said = useVoicedText();
  const t = useText();
  const shortDate = useShortDate();
  const [message, setMessage] = useState('');
  const until = current.next_billing_date ?? current.ends_on ?? current.since;
  const { run, state, problems } = useAction(() => cancelPlan(message), {
    resetMs,
    fallback: 'error.payment.providerDown',
    onDone(after) {
      showSnackbar(t('billing.cancel.sent', { date: shortDate(after?.ends_on ?? until) }));
      onClose();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      width={680}
      onClose={onClose}
      title={t('billing.cancel.title')}
      lead={t('billing.cancel.body', { date: shortDate(until) })}
      foot={
        <>
          <Button state={state} words={words} keepsRoom onClick={() => void run()}>
            {t('billing.cancel.confirm')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('billing.cancel.keep')}
          </Button>
        </>
      }
    >
      <ul className={css.list}>
        <li>{said('billing.cancel.keeps')}</li>
        {site.trustedContactsPaywall && <li>{t('billing.cancel.loses')}</li>}
        <li>{t('billing.cancel.refund')}</li>
        <li>{t('billing.cancel.account')}</li>
        <li>
          <HelpLine>{t('billing.cancel.phone')}</HelpLine>
        </li>
      </ul>
      <TextArea
        label={t('billing.cancel.message')}
        name="message"
        maxLength={mostLetters}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <ProblemList problems={problems} />
    </Modal>
  );
}
