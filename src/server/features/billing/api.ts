/** Exports of billing for other features and the jobs. */
export { registerInvoiceDownload } from './invoices/invoice-rest.ts';
export { nextInvoiceNumber } from './invoices/invoice-number.ts';
export { leavePaymentCompany } from './company/leaving.ts';
export { ensurePaymentPlans, isConfiguredPlan } from './plans.ts';
export { settleInvoice } from './settling/settle.ts';
export { webhookPath } from './webhook/webhook.ts';
