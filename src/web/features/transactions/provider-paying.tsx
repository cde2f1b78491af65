import { useMemo } from 'react';
import { useText } from '../../app/texts.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { moveFocus } from '../../ui/rescue-focus.ts';
import { PayWithSaved, SavedCardPanel, useBank, usePaying } from '../billing/api.ts';
import {
  confirmInvoicePayment,
  payInvoice,
  providerCard,
  type ProviderPaying,
  type UnpaidInvoice,
} from './provider-paying-api.ts';
import css from './transactions.module.css';

type PayingProps = { paying: ProviderPaying };

/** The card that is charged for the invoices of a provider, where its plan is billed at the payment company (D-48). */
export function ProviderCardPanel({ paying }: PayingProps) {
  const t = useText();
  const { id, charged, card } = paying;
  const calls = useMemo(() => providerCard(id), [id]);
  if (!charged && card == null) return null;
  return (
    <SavedCardPanel
      information={paying}
      may={paying.may_pay}
      replaceable={charged}
      calls={calls}
      none={t('providerBilling.card.none')}
      removal={{
        lead: t(charged ? 'providerBilling.card.removed' : 'providerBilling.card.unused'),
        note: null,
      }}
      onSaved={() => showSnackbar(t('providerBilling.card.saved'))}
    >
      {card == null ? (
        paying.may_pay && !paying.disabled && <p>{t('providerBilling.card.add')}</p>
      ) : (
        <p>{t(charged ? 'providerBilling.card.lead' : 'providerBilling.card.unused')}</p>
      )}
    </SavedCardPanel>
  );
}

/** The unpaid invoices that can be paid with the saved card, and those whose charge was refused. */
export function UnpaidInvoices({ paying }: PayingProps) {
  const t = useText();
  const { unpaid, card, may_pay, disabled, provider_down: down } = paying;
  const canPay = may_pay && !disabled && card != null;
  const shown = unpaid.filter(({ charge_failed }) => canPay || (may_pay && charge_failed && card == null));
  if (shown.length === 0) return null;
  return (
    <ul className={css.unpaid} id="unpaid">
      {shown.map((invoice) => (
        <li key={invoice.id}>
          <h3>{t('providerBilling.pay.title', { invoiceNumber: invoice.invoice_number })}</h3>
          {invoice.charge_failed && card == null && (
            <Notice icon="alert">{t('providerBilling.pay.failedNoCard')}</Notice>
          )}
          {canPay && down && <Notice>{t('error.payment.providerDown')}</Notice>}
          {canPay && !down && <PayInvoice paying={paying} card={card} invoice={invoice} />}
        </li>
      ))}
    </ul>
  );
}

type PayInvoiceProps = PayingProps & { card: NonNullable<ProviderPaying['card']>; invoice: UnpaidInvoice };

/** Pays one invoice with the saved card. */
function PayInvoice({ paying, card, invoice }: PayInvoiceProps) {
  const t = useText();
  const { id, amount, invoice_number, charge_failed } = invoice;
  const bank = useBank(paying);
  const action = usePaying((_, key) => payInvoice(id, key), {
    ...{ bank, order: id },
    reading: { confirm: () => confirmInvoicePayment(id), unknown: 'providerBilling.pay.unknown' },
    onPaid() {
      showSnackbar(t('providerBilling.pay.done', { invoiceNumber: invoice_number }));
      // The button disappears with the invoice.
      moveFocus(() => document.querySelector<HTMLElement>('#unpaid button, #card-ways button'));
    },
  });
  return (
    <>
      {charge_failed && action.problems.length === 0 && (
        <Notice icon="alert">{t('providerBilling.pay.failed')}</Notice>
      )}
      <PayWithSaved card={card} total={amount} paying={action} source={null} />
      {bank.dialog}
    </>
  );
}
