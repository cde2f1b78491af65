import { customerPaymentList } from '../../../domain/lists/definitions/booked-payments.ts';
import { useText } from '../../app/texts.tsx';
import { useList } from '../../lists/use-list.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useColumns } from './columns.tsx';
import { sharedFilters } from './filters.ts';
import { PaymentsView } from './payments-view.tsx';
import { useCustomerPayments } from './transactions-api.ts';

/** Payments of customers, for the platform's staff (GAP-103). */
export function Page() {
  const t = useText();
  const state = useList(customerPaymentList);
  const read = useCustomerPayments(state.request);
  const columns = useColumns<typeof customerPaymentList>({ payer: t('transactions.col.customer') });
  return (
    <>
      <div className="pagehead">
        <PageTitle>{t('transactions.titleCustomer')}</PageTitle>
      </div>
      <PaymentsView
        state={state}
        read={read}
        columns={columns}
        filters={sharedFilters(t)}
        none={t('transactions.empty')}
      />
    </>
  );
}
