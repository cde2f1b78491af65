import { useState } from 'react';
import {
  conversationOutcomes,
  type ConversationOutcome,
} from '../../../../domain/customers/conversations/conversations.ts';
import { dateOfIso, melbourneDate } from '../../../../domain/fields.ts';
import { conversationForm, type NewConversation } from '../../../../domain/inputs/customers/conversation.ts';
import { useText } from '../../../app/texts.tsx';
import { FormDateField } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { CustomerDialogProps } from '../actions/dialog-props.ts';
import { customerErrors, useTakeBack } from '../actions/use-customer-action.ts';
import { customerName } from '../staff.ts';
import { recordConversation, takeBackConversation } from './conversations-api.ts';
import css from './conversations.module.css';

/** Form that records a conversation with a customer, for today unless another day is typed. */
function useRecording({ customer, onClose, onStale }: CustomerDialogProps) {
  const t = useText();
  const [today] = useState(() => melbourneDate(new Date()));
  const [schema] = useState(() => conversationForm(today));
  const takeBack = useTakeBack(customer);
  const form = useZodForm(
    schema,
    { outcome: '', held_on: dateOfIso(today), next_on: '' },
    `conversation-${customer.id}`,
  );
  const sending = useSubmit(
    form,
    (conversation: NewConversation) => recordConversation(customer.id, conversation),
    {
      ...customerErrors,
      fallback: 'error.conversation.failed',
      resetMs: adminResetMs.save,
      onDone({ recordConversation: { id, outcome } }) {
        const said = t('conversation.saved', { outcome: t(`conversation.outcome.${outcome}`) });
        takeBack(said, () => takeBackConversation(id));
        onClose();
      },
      onFailed({ code }) {
        if (code === 'conflict' || code === 'not-found') onStale();
      },
    },
  );
  return { form, ...sending };
}

/** Records a conversation with a customer (N-07): a press on an outcome saves it. */
export function RecordConversationDialog(props: CustomerDialogProps) {
  const t = useText();
  const [pressed, setPressed] = useState<ConversationOutcome>();
  const { form, submit, state, problems } = useRecording(props);
  const record = (outcome: ConversationOutcome) => {
    setPressed(outcome);
    form.setValue('outcome', outcome);
    void form.submit(submit)();
  };
  return (
    <Modal
      open
      onClose={props.onClose}
      title={t('conversation.title')}
      lead={<OwnWords>{t('conversation.lead', { customer: customerName(props.customer) })}</OwnWords>}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="conversation" className={css.form}>
        <Disclosure summary={t('conversation.otherDay')} open={form.failures > 0 || undefined}>
          <div className={css.days}>
            <FormDateField name="held_on" label={t('conversation.heldOn')} autoComplete="off" required />
            <FormDateField
              name="next_on"
              label={t('conversation.nextOn')}
              hint={t('conversation.nextHint')}
              autoComplete="off"
            />
          </div>
        </Disclosure>
        <fieldset className={css.outcomes}>
          <legend>{t('conversation.choose')}</legend>
          {conversationOutcomes.map((outcome) => (
            <Button
              key={outcome}
              variant="two"
              wide
              className={css.outcome}
              state={pressed === outcome ? state : 'initial'}
              off={state === 'pending' && pressed !== outcome}
              onClick={() => record(outcome)}
            >
              <b>{t(`conversation.outcome.${outcome}`)}</b>
              <small>{t(`conversation.about.${outcome}`)}</small>
            </Button>
          ))}
        </fieldset>
      </Form>
    </Modal>
  );
}
