import {
  transactionStatuses,
  type TransactionStatus,
} from '../../../domain/lists/definitions/booked-payments.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';

/** Returns the texts of the filters that both lists of payments have. */
export const sharedFilters = (t: Translate) => ({
  search: { label: t('transactions.search.label'), hint: t('transactions.search.hint') },
  status: {
    label: t('transactions.filter.status'),
    values: Object.fromEntries(
      transactionStatuses.map((status) => [status, t(`billing.status.${status}`)]),
    ) as Record<TransactionStatus, string>,
  },
  invoice_date: { label: t('transactions.col.invoiceDate') },
});
