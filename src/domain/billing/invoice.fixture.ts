import type { InvoiceFacts } from './provider-facts.ts';

/** An invoice over 49 dollars for the payment plan `sub_1`, as the payment provider has it: open since `createdAt`, paying for the time to `periodEnd`. */
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
  card: null,
  ...more,
});
