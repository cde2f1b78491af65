import { useMemo, useRef } from 'react';
import { requestKeys } from '../../../api/request-keys.ts';
import { useText } from '../../../app/texts.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import type { PaymentInformation } from '../billing-api.ts';
import css from '../billing.module.css';
import { reasonOf } from '../paying/use-paying.ts';
import type { CardCalls } from './card-calls.ts';
import { CardForm } from './card-form.tsx';
import { cardToCome, type CardHandle } from './card-handle.ts';
import { useBank } from './use-bank.tsx';

const words: StateWords = {
  pending: 'billing.card.save.pending',
  complete: 'billing.card.save.complete',
  error: 'billing.card.save.error',
};

/** Time after which the card button returns to its initial state, in milliseconds (BILL-06). */
const cardResetMs = 2_000;

type CardDialogProps = {
  information: Pick<PaymentInformation, 'publishable_key' | 'stand_in' | 'card'>;
  calls: CardCalls;
  onSaved: () => void;
  onClose: () => void;
};

/** Saves a card for the next payment, replacing the previous one. Charges nothing. */
export function CardDialog({ information, calls, onSaved, onClose }: CardDialogProps) {
  const t = useText();
  const bank = useBank(information);
  const card = useRef<CardHandle>(null);
  const keyOf = useMemo(() => requestKeys(), []);
  const turn = useRef(0);
  const { run, state, problems } = useAction(
    async () => {
      const token = await (card.current ?? cardToCome).make();
      let step = await calls.add(token, keyOf({ token, turn: turn.current }));
      turn.current += 1;
      if (step.status === 'needs_action' && step.client_secret !== null) {
        await bank.ask(step.client_secret);
        step = await calls.confirm(step.client_secret);
      }
      if (step.status === 'paid') return;
      card.current?.spent();
      throw saying(step.status === 'declined' ? reasonOf(step) : 'error.payment.cardSaveFailed');
    },
    { resetMs: cardResetMs, fallback: 'error.payment.cardSaveFailed', onDone: onSaved },
  );
  const save = () => {
    if ((card.current ?? cardToCome).check()) void run();
  };
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={t('billing.card.boxTitle')}
      lead={information.card ? t('billing.card.boxLead') : t('billing.cardForm.keepCard')}
    >
      <CardForm keys={information} ref={card} onSubmit={save}>
        <ProblemList problems={problems} className={css.problems} />
        <Button type="submit" wide keepsRoom words={words} state={state}>
          {t('billing.card.save.initial')}
        </Button>
      </CardForm>
      <p className={css.small}>{t('billing.cardForm.nameHint')}</p>
      {bank.dialog}
    </Modal>
  );
}
