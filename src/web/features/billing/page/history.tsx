import { dollars } from '../../../../domain/billing/money.ts';
import { paymentList } from '../../../../domain/lists/definitions/billing/payments.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ListTable, type Column } from '../../../lists/list-table.tsx';
import { Pager } from '../../../lists/pager.tsx';
import { useList } from '../../../lists/use-list.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { usePayments, type Payment } from '../billing-api.ts';
import css from './page.module.css';

const statuses = ['paid', 'pending', 'refunded', 'overdue'] as const;

/** Past payments, with the invoices as PDF (GAP-56). */
export function History() {
  const t = useText();
  const shortDate = useShortDate();
  const state = useList(paymentList);
  const columns: [Column<typeof paymentList, Payment>, ...Column<typeof paymentList, Payment>[]] = [
    {
      title: t('billing.history.date'),
      cell: ({ payment_date, invoice_date }) => shortDate(payment_date ?? invoice_date),
    },
    { title: t('billing.history.number'), cell: ({ invoice_number }) => invoice_number ?? '' },
    { title: t('billing.history.what'), cell: ({ description }) => description },
    {
      title: t('billing.history.amount'),
      cell: ({ amount }) => dollars(amount, { exact: true }),
      numeric: true,
    },
    {
      title: t('billing.history.status'),
      cell: ({ status }) => {
        const known = statuses.find((each) => each === status);
        return known ? t(`billing.status.${known}`) : status;
      },
    },
    { title: t('billing.history.invoice'), cell: invoiceOf },
  ];
  return (
    <section className={css.history} aria-labelledby="payments">
      <h2 id="payments">{t('billing.history.title')}</h2>
      <Loaded read={usePayments(state.request)}>
        {({ data, count, count_is_exact: isExact }) =>
          count === 0 ? (
            <p className="quiet">{t('billing.history.empty')}</p>
          ) : (
            <>
              <ListTable
                state={state}
                caption={t('billing.history.caption')}
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
              />
              <Pager state={state} total={{ count, isExact }} shown={data.length} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const invoiceOf = (payment: Payment) => <Invoice payment={payment} />;

function Invoice({ payment: { stripe_invoice_pdf: href, invoice_number } }: { payment: Payment }) {
  const t = useText();
  if (href === null) return <span className="quiet">{t('billing.history.noInvoice')}</span>;
  return (
    <a
      className={css.pdf}
      href={href}
      download
      aria-label={t('billing.history.download', { invoiceNumber: invoice_number ?? '' })}
    >
      <Icon name="download" small />
      {t('billing.history.pdf')}
    </a>
  );
}
