import type { InvoiceFacts } from './provider-facts.ts';

/**
 * Returns an invoice over 49 dollars for the payment plan `sub_1`, as at the payment provider: open since `createdAt`, for the
 * period until `periodEnd`.
 */
export const openInvoice = (
  createdAt: Date,
  periodEnd: Date,
  more: Partial<InvoiceFacts> = {},
): InvoiceFacts => ({
  id: 'in_1',
  customerId: 'cus_1',
  status: 'open',
  subscriptionId: 'sub_1',
  attemptId: null,
  priceId: 'price_care',
  total: 4_900,
  discount: 0,
  refunded: 0,
  createdAt,
  paidAt: null,
  nextTryAt: null,
  periodStart: createdAt,
  periodEnd,
  reason: 'first',
  pdfUrl: null,
  number: null,
  hostedUrl: null,
  chargeFailed: false,
  refusedCharge: null,
  dueAt: null,
  quantity: 1,
  unitPrice: 4_900,
  term: null,
  card: null,
  ...more,
});
