import { defineList, reference } from '../list.ts';

/** Payments of people and of providers, newest first, for their readers and for staff (API-60). */
export const transactionList = defineList({
  name: 'transactions',
  filters: { user_id: reference, provider_id: reference },
  defaultSort: { by: 'invoice_date', direction: 'desc' },
});
