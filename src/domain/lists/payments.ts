import { defineList } from './list.ts';

/** What a person has paid, newest first (GAP-56). */
export const paymentList = defineList({
  name: 'payments',
  filters: {},
  defaultSort: { by: 'invoice_date', direction: 'desc' },
});
