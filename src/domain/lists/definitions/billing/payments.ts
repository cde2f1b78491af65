import { defineList } from '../../list.ts';

/** A person's payments, newest first (GAP-56). */
export const paymentList = defineList({
  name: 'payments',
  filters: {},
  defaultSort: { by: 'invoice_date', direction: 'desc' },
});
