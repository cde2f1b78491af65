import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { handReceivers } from '../../../../domain/customers/hospital/hand-receivers.ts';
import { handOverForm } from '../../../../domain/customers/hospital/hospital.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormRadioCards } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { AnchorButton } from '../../../ui/buttons/link-button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { CustomerDialogProps } from '../actions/dialog-props.ts';
import { customerErrors } from '../actions/use-customer-action.ts';
import css from '../actions/actions.module.css';
import { customerName } from '../staff.ts';
import { handOver, handoverPdfPath } from './hospital-api.ts';
import ownCss from './hospital.module.css';
import { SummaryFiles } from './summary-files.tsx';

/**
 * Records to whom staff hand the plan, and opens the PDF for an ambulance (N-14). A browser that blocks the new tab shows the link
 * that the dialog then has.
 */
export function HandOverDialog(props: CustomerDialogProps) {
  const [done, setDone] = useState(false);
  return done ? <HandedOver {...props} /> : <AskReceiver {...props} onDone={() => setDone(true)} />;
}

function AskReceiver({ customer, onClose, onStale, onDone }: CustomerDialogProps & { onDone: () => void }) {
  const t = useText();
  const name = customerName(customer);
  const form = useZodForm(handOverForm, { receiver: 'ambulance', receiver_other: '', time: '' }, customer.id);
  const receiver: unknown = useWatch({ control: form.control, name: 'receiver' });
  const { submit, state, problems } = useSubmit(
    form,
    (values: { receiver: string; receiver_other: string; time: string }) =>
      handOver({ user_id: customer.id, ...values }),
    {
      ...customerErrors,
      fallback: 'hospital.dialog.failed',
      resetMs: adminResetMs.save,
      onDone() {
        window.open(handoverPdfPath(customer.id), '_blank', 'noopener');
        onDone();
      },
      onFailed({ code }) {
        if (code === 'not-found') onStale();
      },
    },
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={<OwnWords>{t('hospital.dialog.title', { customer: name })}</OwnWords>}
      lead={t('hospital.dialog.lead')}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="hand-over" className={css.form}>
        <ReceiverFields isOther={receiver === 'other'} />
        <FormTextField
          name="time"
          label={t('hospital.dialog.time')}
          hint={t('hospital.dialog.timeHint')}
          autoComplete="off"
          inputMode="numeric"
        />
        <p className={ownCss.records}>
          <OwnWords>{t('hospital.dialog.records', { customer: name })}</OwnWords>
        </p>
        <Button
          type="submit"
          wide
          state={state}
          words={{
            pending: 'hospital.dialog.pending',
            complete: 'hospital.dialog.done',
            error: 'customers.action.failed',
          }}
        >
          {t('hospital.dialog.button')}
        </Button>
      </Form>
    </Modal>
  );
}

/** Fields for the receiver of the plan, with free text for one that is not in the list. */
function ReceiverFields({ isOther }: { isOther: boolean }) {
  const t = useText();
  return (
    <>
      <FormRadioCards
        name="receiver"
        label={t('hospital.dialog.receiver')}
        columns={2}
        choices={handReceivers.map((value) => ({ value, label: t(`hospital.receiver.${value}`) }))}
      />
      {isOther && (
        <FormTextField
          name="receiver_other"
          label={t('hospital.dialog.other')}
          hint={t('hospital.dialog.otherHint')}
          autoComplete="off"
        />
      )}
    </>
  );
}

function HandedOver({ customer, onClose }: CustomerDialogProps) {
  const t = useText();
  return (
    <Modal
      open
      onClose={onClose}
      title={t('hospital.done.title')}
      lead={<OwnWords>{t('hospital.done.lead', { customer: customerName(customer) })}</OwnWords>}
      foot={
        <>
          <AnchorButton href={handoverPdfPath(customer.id)} target="_blank" rel="noopener" icon="download">
            {t('hospital.done.open')}
            <span className="vh"> {t('common.newTab')}</span>
          </AnchorButton>
          <Button variant="two" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <p>{t('hospital.done.hint')}</p>
      <SummaryFiles userId={customer.id} />
    </Modal>
  );
}
