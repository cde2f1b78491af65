import { useCallback, useMemo, useState } from 'react';
import { providerPaymentList } from '../../../domain/lists/definitions/booked-payments.ts';
import { useText } from '../../app/texts.tsx';
import { useList } from '../../lists/use-list.ts';
import { useLazyDialog } from '../../ui/dialogs/use-lazy-dialog.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useColumns, type Mark } from './columns.tsx';
import { sharedFilters } from './filters.ts';
import type { MarkDialogProps } from './mark-dialogs.tsx';
import { PaymentsView } from './payments-view.tsx';
import { findProviders, useProviderPayments, type Payment } from './transactions-api.ts';

const loadDialog = {
  paid: () => import('./mark-dialogs.tsx').then((module) => module.MarkPaidDialog),
  refunded: () => import('./mark-dialogs.tsx').then((module) => module.MarkRefundedDialog),
} as const satisfies Record<Mark, unknown>;

/** Invoices of providers, for the platform's staff, who record transfers and refunds (GAP-103, D-48). */
export function Page() {
  const t = useText();
  const state = useList(providerPaymentList);
  const read = useProviderPayments(state.request);
  const [payment, setPayment] = useState<Payment | null>(null);
  const { Part: Dialog, failed, open, close } = useLazyDialog<MarkDialogProps>();
  const mark = useCallback(
    (kind: Mark, marked: Payment) => {
      setPayment(marked);
      void open(loadDialog[kind], ['fields', 'success']);
    },
    [open],
  );
  const columns = useColumns<typeof providerPaymentList>({
    payer: t('transactions.col.provider'),
    onMark: mark,
  });
  const filters = useMemo(
    () => ({
      ...sharedFilters(t),
      provider_id: {
        label: t('transactions.col.provider'),
        all: t('transactions.filter.allProviders'),
        find: findProviders,
      },
    }),
    [t],
  );
  return (
    <>
      <div className="pagehead">
        <PageTitle>{t('transactions.titleProvider')}</PageTitle>
      </div>
      {failed && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      <PaymentsView
        state={state}
        read={read}
        columns={columns}
        filters={filters}
        none={t('transactions.empty')}
      />
      {Dialog && payment && <Dialog payment={payment} onDone={read.retry} onClose={close} />}
    </>
  );
}
