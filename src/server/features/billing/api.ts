/** Exports of billing for other features and the jobs. */
export { registerInvoiceDownload } from './invoices/invoice-rest.ts';
export { nextInvoiceNumber } from './invoices/invoice-number.ts';
export { leavePaymentCompany } from './company/leaving.ts';
export { ensurePaymentPlans, isConfiguredPlan } from './plans.ts';
export { settleInvoice } from './settling/settle.ts';
export { webhookPath } from './webhook/webhook.ts';
export { clientSecret, providerId } from './provider-id.ts';
export { paymentsOf, refusedAt } from './payer.ts';
export { noteCardTry } from './company/card-tries.ts';
export { confirmSavedCard, removeSavedCard, saveCard } from './saving-cards.ts';
export { paid, resultOf, unknownOutcome, type PaymentResult } from './results.ts';
export { CardRef, PaymentStatus } from './graphql-types.ts';
