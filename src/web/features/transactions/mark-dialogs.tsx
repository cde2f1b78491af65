import { useState } from 'react';
import { dollars } from '../../../domain/billing/money.ts';
import { dateOfIso, melbourneDate } from '../../../domain/fields.ts';
import { markPaidForm, markRefundedForm } from '../../../domain/inputs/organisation/payment-marks.ts';
import { dollarsTyped } from '../../../domain/inputs/organisation/provider-fee.ts';
import type { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormDateField, FormTextArea } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { markPaid, markRefunded, type Payment } from './transactions-api.ts';
import css from './transactions.module.css';

export type MarkDialogProps = { payment: Payment; onDone: () => void; onClose: () => void };

const words: StateWords = { pending: 'common.saving', complete: 'common.saved', error: 'common.notSaved' };

/** Returns the options of both dialogs: the list is read again, also when the invoice was changed meanwhile. */
function useMarked({ onDone, onClose }: MarkDialogProps) {
  const t = useText();
  return {
    resetMs: adminResetMs.save,
    texts: { conflict: 'transactions.changed' } as const,
    onDone() {
      showSnackbar(t('transactions.marked'));
      onDone();
      onClose();
    },
    onFailed(error: ApiError) {
      if (error.code === 'conflict') onDone();
    },
  };
}

/** Records that a provider paid an invoice by bank transfer. */
export function MarkPaidDialog(props: MarkDialogProps) {
  const t = useText();
  const { payment, onClose } = props;
  const [today] = useState(() => melbourneDate(new Date()));
  const form = useZodForm(
    markPaidForm(today),
    { paid_on: dateOfIso(today), reference: '' },
    `paid-${payment.id}`,
  );
  const { submit, state, problems } = useSubmit(
    form,
    (paid: { paid_on: string; reference: string }) => markPaid(payment.id, paid),
    useMarked(props),
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('transactions.markPaid.title', { invoiceNumber: payment.invoice_number ?? '' })}
      lead={t('transactions.markPaid.lead')}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="paid" className={css.form}>
        <FormDateField name="paid_on" label={t('transactions.markPaid.paidOn')} autoComplete="off" />
        <FormTextField
          name="reference"
          label={t('transactions.markPaid.reference')}
          optional={t('common.optional')}
          autoComplete="off"
        />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('transactions.markPaid.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

/** Texts of the dialog for a refund, which the payment company carries out for an invoice of it. */
const refundTexts = ({ of_payment_company, status }: Payment) =>
  of_payment_company
    ? ({
        title: 'transactions.refund.title',
        lead: status === 'paid' ? 'transactions.refund.paid' : 'transactions.refund.unpaid',
        button: 'transactions.refund.button',
      } as const)
    : ({
        title: 'transactions.markRefunded.title',
        lead: 'transactions.markRefunded.body',
        button: 'transactions.markRefunded.button',
      } as const);

/** Records a refund or a credit, or has the payment company make it. */
export function MarkRefundedDialog(props: MarkDialogProps) {
  const t = useText();
  const { payment, onClose } = props;
  const left = payment.amount - payment.refunded;
  const { title, lead, button } = refundTexts(payment);
  const form = useZodForm(
    markRefundedForm(left),
    { amount: dollarsTyped(left), reason: '' },
    `refunded-${payment.id}`,
  );
  const { submit, state, problems } = useSubmit(
    form,
    (refund: { amount: string; reason: string }) => markRefunded(payment.id, refund, payment.refunded),
    useMarked(props),
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t(title, { invoiceNumber: payment.invoice_number ?? '' })}
      lead={t(lead)}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="refunded" className={css.form}>
        <FormTextField
          name="amount"
          label={t('transactions.markRefunded.amount')}
          hint={t('transactions.markRefunded.amountHint', { amount: dollars(left, { exact: true }) })}
          inputMode="decimal"
          autoComplete="off"
        />
        <FormTextArea name="reason" label={t('transactions.markRefunded.reason')} />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t(button)}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
