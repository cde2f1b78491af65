import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dollars } from '../../../domain/billing/money.ts';
import { declineReasons } from '../../../domain/billing/payment-company/provider-facts.ts';
import { daysOverdue } from '../../../domain/billing/providers/provider-invoice.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import {
  transactionStatuses,
  type TransactionStatus,
} from '../../../domain/lists/definitions/billing/booked-payments.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import { oneOf } from '../../api/one-of.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import type { Column } from '../../lists/list-table.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { StatusDot, type DotColour } from '../../ui/messages/badge.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import type { Payment } from './transactions-api.ts';
import css from './transactions.module.css';

const colours: Record<TransactionStatus, DotColour> = {
  paid: 'green',
  pending: 'amber',
  refunded: 'grey',
  overdue: 'red',
};

/** A change that an administrator makes by hand. */
export type Mark = 'paid' | 'refunded';

/** Returns the changes that an administrator can make to an invoice of a provider. The payment company knows what is paid. */
const marksOf = ({ status, of_payment_company, invoice_number }: Payment): Mark[] => {
  if (status === 'refunded' || invoice_number === null) return [];
  return status === 'paid' || of_payment_company ? ['refunded'] : ['paid', 'refunded'];
};

/** The status of a payment; days since the due date of an overdue one. */
function Status({ payment: { status, due_date, refusal } }: { payment: Payment }) {
  const t = useText();
  const [today] = useState(() => melbourneDate(new Date()));
  const known = transactionStatuses.find((each) => each === status);
  if (!known) return status;
  const days = due_date === null ? 0 : daysOverdue(due_date, today);
  return (
    <>
      <StatusDot colour={colours[known]}>{t(`billing.status.${known}`)}</StatusDot>
      {known === 'overdue' && days > 0 && (
        <small className={css.under}>{t('transactions.overdueDays', { count: days })}</small>
      )}
      {refusal !== null && (
        <small className={css.under}>{t(`transactions.refused.${oneOf(declineReasons, refusal)}`)}</small>
      )}
    </>
  );
}

/** The number of an invoice, as a link to the paper, or to the payment company's page, which takes its payment. */
function Number({ payment: { invoice_number, pdf, hosted_url, of_payment_company } }: { payment: Payment }) {
  const t = useText();
  if (invoice_number === null)
    return t(of_payment_company ? 'transactions.row.waits' : 'billing.history.noInvoice');
  if (hosted_url !== null)
    return (
      <a
        className={css.pdf}
        href={hosted_url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('transactions.row.open', { invoiceNumber: invoice_number })}
      >
        <Icon name="external" small />
        <span className="num">{invoice_number}</span>
      </a>
    );
  if (pdf === null) return <span className="num">{invoice_number}</span>;
  return (
    <a
      className={css.pdf}
      href={pdf}
      download
      aria-label={t('transactions.row.download', { invoiceNumber: invoice_number })}
    >
      <Icon name="download" small />
      <span className="num">{invoice_number}</span>
    </a>
  );
}

/** Buttons that change an invoice by hand. */
function Marks({ payment, onMark }: { payment: Payment; onMark: (mark: Mark, payment: Payment) => void }) {
  const t = useText();
  const words = {
    paid: 'transactions.row.markPaid',
    refunded: payment.of_payment_company ? 'transactions.row.refund' : 'transactions.row.markRefunded',
  } as const;
  return (
    <div className={css.marks}>
      {marksOf(payment).map((mark) => (
        <button
          key={mark}
          type="button"
          className="mini"
          aria-haspopup="dialog"
          aria-label={`${t(words[mark])}: ${payment.invoice_number ?? ''}`}
          onClick={() => onMark(mark, payment)}
        >
          {t(words[mark])}
        </button>
      ))}
    </div>
  );
}

type ColumnsOptions = {
  /** Title of the column with the payer, and the payment plan below the name. */
  payer: string;
  /** Opens the dialog of a change by hand; without it there are no buttons. */
  onMark?: ((mark: Mark, payment: Payment) => void) | undefined;
};

/** Returns the columns of a list of payments (GAP-103). */
export function useColumns<List extends ListDefinition>({
  payer,
  onMark,
}: ColumnsOptions): [Column<List, Payment>, ...Column<List, Payment>[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(() => {
    const day = (date: string | null) => (
      <span className="num">{date === null ? t('common.noneValue') : shortDate(date)}</span>
    );
    return [
      { title: t('transactions.col.number'), cell: (payment) => <Number payment={payment} /> },
      {
        title: payer,
        cell: ({ payer: name, plan, provider_id: providerId }) => (
          <span className={css.payer}>
            {onMark && providerId !== null && name !== null ? (
              <Link
                to="/admin/billing/provider/$providerId"
                params={{ providerId }}
                aria-label={t('transactions.record.open', { provider: name })}
              >
                <OwnWords>{name}</OwnWords>
              </Link>
            ) : (
              <OwnWords>{name ?? t('common.noneValue')}</OwnWords>
            )}
            {plan !== '' && (
              <small className={css.under}>
                <OwnWords>{plan}</OwnWords>
              </small>
            )}
          </span>
        ),
      },
      {
        title: t('transactions.col.amount'),
        numeric: true,
        cell: ({ amount, refunded }) => (
          <>
            <span className="num">{dollars(amount, { exact: true })}</span>
            {refunded > 0 && (
              <small className={css.under}>
                {t('transactions.col.refunded')} {dollars(refunded, { exact: true })}
              </small>
            )}
          </>
        ),
      },
      { title: t('transactions.col.invoiceDate'), cell: ({ invoice_date }) => day(invoice_date) },
      { title: t('transactions.col.dueDate'), cell: ({ due_date }) => day(due_date) },
      { title: t('transactions.col.paymentDate'), cell: ({ payment_date }) => day(payment_date) },
      { title: t('transactions.col.status'), cell: (payment) => <Status payment={payment} /> },
      ...(onMark
        ? [
            {
              title: t('common.actions'),
              quietTitle: true,
              inCards: 'foot' as const,
              cell: (payment: Payment) => <Marks payment={payment} onMark={onMark} />,
            },
          ]
        : []),
    ];
  }, [t, shortDate, payer, onMark]);
}
